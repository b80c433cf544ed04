#!/usr/bin/env bash
# The two-phase use: profile once, replay every candidate, explain every failure.
#   examples/two-phase.sh [program as for pm; default: examples/FutureLoad.java]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pm=$here/../pm
out=${PM_OUT:-pm-out}
program=("$@")
[[ ${#program[@]} -gt 0 ]] || program=("$here/FutureLoad.java")

# 1. Races, a recording, and the values that racy loads might have returned. 66: there are some.
"$pm" profile --out "$out" -- "${program[@]}" || [[ $? == 66 ]]
profiled=$(readlink -f "$out/latest")

# 2. Each of them injected into the recorded run. A failure counts once its value is validated.
candidates=$(grep -o '"id" : "C[0-9]*"' "$profiled/candidates.json" | grep -o 'C[0-9]*' || true)
failures=()
for c in $candidates; do
  echo "== $c"
  status=0
  "$pm" replay "$profiled" --inject "$c" --tries "${PM_TRIES:-5}" --out "$out" || status=$?
  [[ $status == 0 || $status == 66 ]] || exit "$status"
  run=$(readlink -f "$out/latest")
  [[ -d $run/failures/F1 && -f $run/failures/F1/failure.json ]] && failures+=("$run")
done

# 3. The statements that matter. 1: explained, but not certified.
for run in "${failures[@]}"; do
  echo "== explain $run/F1"
  "$pm" explain "$run/F1" --out "$out" || [[ $? == 1 ]]
done
echo "two-phase: ${#failures[@]} failures"
