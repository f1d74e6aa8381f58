#!/bin/sh
# A hook of Claude Code for the retrospective gate.
#
#   retro-gate.sh          before a tool runs: blocks the start of a dev loop while the gate is not open
#   retro-gate.sh require  after a tool ran: a dev loop has ended, so its retrospective is required
#
# Claude Code blocks on exit code 2 alone; every other failure lets the tool run. So whatever is not a clear "open" is
# turned into 2 here: a closed gate, one that cannot be evaluated, and a program that is missing or was stopped.
#
# RETRO               the program (default: retro)
# RETRO_GATE_STARTS   what in an event starts a dev loop: an extended regular expression (default: the subagent or the
#                     skill dev-loop)

starts=${RETRO_GATE_STARTS:-'"(subagent_type|skill|command)"[[:space:]]*:[[:space:]]*"/?([[:alnum:]_.-]+:)?dev-loop"'}

block() {
  printf '%s\n' "$1" >&2
  exit 2
}

event=$(cat) || block 'retro gate: cannot evaluate: the event of the hook cannot be read'
printf '%s\n' "$event" | grep -q '"tool_input"' ||
  block 'retro gate: cannot evaluate: the event of the hook names no tool input; wire this hook to PreToolUse'
printf '%s\n' "$event" | grep -Eq "$starts"
case $? in
  0) ;;
  1) exit 0 ;;
  *) block 'retro gate: cannot evaluate: RETRO_GATE_STARTS is no extended regular expression' ;;
esac

if [ "${1:-}" = require ]; then
  "${RETRO:-retro}" gate require >/dev/null || block 'retro gate: the retrospective could not be required'
  exit 0
fi

said=$("${RETRO:-retro}" gate check 2>&1 >/dev/null)
code=$?
verdict=$(printf '%s\n' "$said" | grep '^retro gate: ')
case "$code $verdict" in
  '0 retro gate: open ('* | '0 retro gate: not enforced ('*) exit 0 ;;
esac
block "${verdict:-retro gate: cannot evaluate: no verdict from ${RETRO:-retro} (exit code $code): $said}"
