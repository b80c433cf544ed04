#!/usr/bin/env bash
# Prescient's command line: builds cli/target/pm.jar when it is missing or older than the sources,
# then runs it with the java of JAVA_HOME or of the path.
set -euo pipefail
self=$(readlink -f "${BASH_SOURCE[0]}")
home=$(dirname "$self")
jar=$home/cli/target/pm.jar

stale() {
  [[ ! -f $jar ]] && return 0
  [[ -n $(find "$home"/{runtime,agent,profiler,replay,slicer,cli} "$home/pom.xml" \
    \( -path '*/src/main/*' -o -name pom.xml \) -type f -newer "$jar" -print -quit) ]]
}

if stale; then
  log=$(mktemp)
  echo "pm: building $jar" >&2
  if ! (cd "$home" && mvn -q -B -Pfast -pl cli -am package) >"$log" 2>&1; then
    cat "$log" >&2
    echo "pm: the build failed; its log is $log" >&2
    exit 70
  fi
  rm -f "$log"
  touch "$jar"
fi

export PM_LAUNCHER=$self
[[ -t 2 ]] && export PM_TERMINAL=1
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -jar "$jar" "$@"
