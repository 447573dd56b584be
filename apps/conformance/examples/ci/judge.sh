#!/bin/sh
# Judges the API by its description, restores what that has changed, and reports differences since the last run.
# Needs OUTREACH_TOKEN (an API key of the account under test). outreach-conformance.jsonc says what it may do to the
# target. The run records its changes in .outreach-conformance as they happen: keep that folder from run to run, like
# the reports.
# Exit codes: 0 no breach, 1 a breach, 2 it could not be done or not restored, 3 undecided and not listed as such, or
# cut, 130 stopped.
set -eu
: "${OUTREACH_TOKEN:?an API key of the account under test}"
config=outreach-conformance.jsonc
ledger=.outreach-conformance
reports=outreach-reports

suite() { npx --no -- outreach-conformance "$@"; }
restore() { suite restore --config "$config" --ledger "$ledger"; }

# Restores what was changed, however the script ends.
finish() {
  code=$?
  trap '' HUP INT TERM
  restore || if [ "$code" -eq 0 ]; then code=2; fi
  exit "$code"
}

mkdir -p "$reports"
rm -f "$reports/report.json"
if [ -d "$ledger" ]; then restore || echo 'An earlier run is not restored.' >&2; fi

# If only this script is asked to stop, it must pass that on to the run; npx would not.
stop() {
  trap '' HUP INT TERM
  kill -TERM "$run" || true
}

trap finish EXIT
node_modules/.bin/outreach-conformance server \
  --config "$config" \
  --known-deviations outreach-known-deviations.jsonc \
  --fail-on inconclusive \
  --max-minutes 25 \
  --ledger "$ledger" \
  --json "$reports/report.json" \
  --junit "$reports/junit.xml" \
  --html "$reports/report.html" &
run=$!
trap stop HUP INT TERM
code=0
wait "$run" || code=$?
while kill -0 "$run" 2>/dev/null; do
  code=0
  wait "$run" || code=$?
done

# The report of a run that could not be done (2) or was stopped says nothing about the target.
case $code in
  0 | 1 | 3)
    if [ -f "$reports/last.json" ]; then suite compare "$reports/last.json" "$reports/report.json" || true; fi
    # Nor does that of a run that was cut: `compare` accepts neither.
    if suite compare "$reports/report.json" "$reports/report.json" >/dev/null; then
      cp "$reports/report.json" "$reports/last.json"
    fi
    ;;
esac
exit "$code"
