/**
 * Sites: places in bytecode, dense within a process and a hash across runs.
 *
 * <p>Owns: the table. Process: the program under test. Loader: system. Read {@link
 * dev.prescient.agent.site.SiteTable} first.
 */
@NullMarked
package dev.prescient.agent.site;

import org.jspecify.annotations.NullMarked;
