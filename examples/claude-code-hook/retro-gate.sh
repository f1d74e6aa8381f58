#!/bin/sh
# A hook of Claude Code for the retrospective gate.
#
#   retro-gate.sh          PreToolUse: blocks a tool that starts a dev loop while the gate is not open
#   retro-gate.sh prompt   UserPromptSubmit: does the same for a typed /dev-loop
#   retro-gate.sh require  SubagentStop: a dev loop in a subagent is done, so its retrospective is required
#
# Claude Code blocks on exit code 2 alone; every other failure lets it go on. So whatever is not a clear "open" is turned
# into 2 here: a closed gate, one that cannot be evaluated, and a program that is missing or was stopped.
#
# It works in CLAUDE_PROJECT_DIR, whatever folder the session has gone to.
#
# RETRO                the program, one word (default: retro)
# RETRO_GATE_STARTS    what in an event before a tool starts a dev loop: an extended regular expression (default: the
#                      subagent or the skill dev-loop)
# RETRO_GATE_PROMPTS   what in the event of a prompt does (default: a prompt that begins with /dev-loop)
# RETRO_GATE_ENDS      what in the event of a subagent that is done tells that it ran a dev loop (default: its name)

value='[[:space:]]*:[[:space:]]*"'
name='([[:alnum:]_.-]+:)?dev-loop'

block() {
  printf '%s\n' "$1" >&2
  exit "${2:-2}"
}

event=$(cat) || block 'retro gate: cannot evaluate: the event of the hook cannot be read'

mode=${1:-}
case "$mode" in
  '')
    hook=PreToolUse field=tool_input variable=RETRO_GATE_STARTS
    wanted=${RETRO_GATE_STARTS:-"\"(subagent_type|skill|command)\"$value/?$name\""}
    ;;
  prompt)
    hook=UserPromptSubmit field=prompt variable=RETRO_GATE_PROMPTS
    wanted=${RETRO_GATE_PROMPTS:-"\"prompt\"$value([[:space:]]|\\\\[nt])*/$name([[:space:]]|[\"\\\\])"}
    ;;
  require)
    hook=SubagentStop field=agent_type variable=RETRO_GATE_ENDS
    wanted=${RETRO_GATE_ENDS:-"\"agent_type\"$value$name\""}
    ;;
  *) block "retro gate: cannot evaluate: retro-gate.sh knows no \"$mode\"; give it nothing, prompt or require" ;;
esac

if ! printf '%s\n' "$event" | grep -Eq "\"$field\"[[:space:]]*:"; then
  # Keeping a subagent from its end would tell nobody more.
  [ "$mode" != require ] ||
    block 'retro gate: Claude Code does not say which subagent is done; after a dev loop, run: retro gate require' 1
  block "retro gate: cannot evaluate: the event of the hook has no \"$field\"; wire this hook to $hook"
fi
printf '%s\n' "$event" | grep -Eq "$wanted"
case $? in
  0) ;;
  1) exit 0 ;;
  *) block "retro gate: cannot evaluate: $variable is no extended regular expression" ;;
esac

# Without the folder it would ask another gate, or none.
[ -n "${CLAUDE_PROJECT_DIR:-}" ] && CDPATH='' cd -- "$CLAUDE_PROJECT_DIR" ||
  block "retro gate: cannot evaluate: CLAUDE_PROJECT_DIR is \"${CLAUDE_PROJECT_DIR:-}\", no folder"

if [ "$mode" = require ]; then
  said=$("${RETRO:-retro}" gate require 2>&1 >/dev/null) && exit 0
  # The subagent is told once, and kept from its end no second time.
  code=2
  ! printf '%s\n' "$event" | grep -Eq '"stop_hook_active"[[:space:]]*:[[:space:]]*true' || code=1
  block "retro gate: the retrospective could not be required: $said" "$code"
fi

said=$("${RETRO:-retro}" gate check 2>&1 >/dev/null)
code=$?
verdict=$(printf '%s\n' "$said" | grep '^retro gate: ')
case "$code $verdict" in
  '0 retro gate: open ('* | '0 retro gate: not enforced ('*) exit 0 ;;
esac
block "${verdict:-retro gate: cannot evaluate: no verdict from ${RETRO:-retro} (exit code $code): $said}"
