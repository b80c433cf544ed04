package dev.prescient.agent;

import dev.prescient.agent.site.SiteTable;
import java.lang.instrument.Instrumentation;

/**
 * What a mode gets to work with.
 *
 * @param inst the JVM's instrumentation
 * @param version of ours, as in reports
 * @param build tells builds of ours apart
 * @param options as parsed, defaults filled in
 * @param sites the process's sites
 * @param counts what was woven, skipped and dropped
 */
public record AgentContext(
    Instrumentation inst,
    String version,
    String build,
    AgentOptions options,
    SiteTable sites,
    Counts counts) {}
