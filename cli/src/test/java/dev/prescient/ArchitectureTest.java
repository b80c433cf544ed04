package dev.prescient;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/architecture.md. */
@AnalyzeClasses(
    packages = "dev.prescient",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ArchitectureTest {
  @ArchTest
  static final ArchRule MODULES =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("runtime")
          .definedBy("dev.prescient.runtime..")
          .layer("agent")
          .definedBy("dev.prescient.agent..")
          .layer("profiler")
          .definedBy("dev.prescient.profiler..")
          .layer("replay")
          .definedBy("dev.prescient.replay..")
          .layer("slicer")
          .definedBy("dev.prescient.slicer..")
          .layer("cli")
          .definedBy("dev.prescient.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("slicer")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("slicer", "cli")
          .whereLayer("profiler")
          .mayOnlyBeAccessedByLayers("replay", "slicer", "cli")
          .whereLayer("agent")
          .mayOnlyBeAccessedByLayers("profiler", "replay", "slicer", "cli");

  /** Of the program under test: the tool knows its names only. */
  @ArchTest
  static final ArchRule API_STANDS_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.prescient.api..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.prescient.api..");

  @ArchTest
  static final ArchRule API_HAS_NO_DEPENDENCIES =
      classes()
          .that()
          .resideInAPackage("dev.prescient.api..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.prescient.api..", "java.lang", "org.jspecify.annotations");

  @ArchTest
  static final ArchRule ASM =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.prescient.agent.instrument..", "dev.prescient.slicer..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.objectweb.asm..");

  @ArchTest
  static final ArchRule SOLVER =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.prescient.slicer.interpolate..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("de.uni_freiburg..");

  @ArchTest
  static final ArchRule SLICER_SEES_ONLY_FILES =
      noClasses()
          .that()
          .resideInAPackage("dev.prescient.slicer..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.prescient.replay.schedule..",
              "dev.prescient.replay.memory..",
              "dev.prescient.agent.instrument..",
              "dev.prescient.runtime..");

  @ArchTest
  static final ArchRule RUNTIME_IMPORTS =
      classes()
          .that()
          .resideInAPackage("dev.prescient.runtime..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "dev.prescient.runtime..",
                      "java.lang",
                      "java.lang.ref",
                      "java.lang.reflect",
                      "jdk.internal.misc",
                      "jdk.internal.vm.annotation",
                      "org.jspecify.annotations")
                  // copyOf allocates and copies, no more; println says once that we broke
                  .or(belongToAnyOf(java.util.Arrays.class, java.io.PrintStream.class))
                  // to tell what an object is; none of their methods is called
                  .or(
                      belongToAnyOf(
                          java.util.Iterator.class,
                          java.util.Enumeration.class,
                          java.util.Spliterator.class,
                          java.util.List.class,
                          java.util.Map.class,
                          java.util.Set.class))
                  // the program's own calls, done in their place in a free run
                  .or(belongToAnyOf(java.util.concurrent.BlockingQueue.class)));

  @ArchTest
  static final ArchRule COMMAND_LINE_LIBRARY =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.prescient.cli.command..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.prescient.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_CYCLES_IN_CLI =
      slices().matching("dev.prescient.cli.(*)..").should().beFreeOfCycles();
}
