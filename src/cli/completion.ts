/** Shell completion, written out from the commands themselves, so that it can never lag behind them. */
import type { Argument, Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Words = ReturnType<typeof wordsOf>;

/** Asked when the key is pressed: the sources are the operator's, and change. */
const ASK_SOURCES = 'esim sources --names 2>/dev/null';
const takesSource = ({ flags }: Option): boolean => flags.includes('<source');

export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(wordsOf);
  if (shell === 'bash') return bash(commands);
  return shell === 'zsh' ? zsh(commands) : fish(commands);
}

function wordsOf(command: Command) {
  return {
    name: command.name(),
    description: command.summary() || command.description(),
    options: [...command.createHelp().visibleOptions(command)],
    /** Choices by position; empty where anything may stand; null: the operator's sources, which are asked for. */
    positions: command.registeredArguments.map((argument: Argument) =>
      argument.name() === 'source' ? null : (argument.argChoices ?? []),
    ),
  };
}

const flagsOf = ({ options }: Words): string[] =>
  options.flatMap(({ short, long }) => [short, long]).filter((flag) => flag !== undefined && flag !== null);

function bash(commands: readonly Words[]): string {
  const cases = commands.map((command) => {
    const values = command.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(({ long, argChoices }) => `${long}) words="${argChoices?.join(' ')}" ;;`);
    const places = command.positions.flatMap((choices, index) =>
      choices?.length === 0
        ? []
        : [`${index + 2}) words="$words ${choices?.join(' ') ?? `$(${ASK_SOURCES})`}" ;;`],
    );
    const sources = command.options
      .filter(takesSource)
      .map(({ long }) => `${long}) words="$words $(${ASK_SOURCES})" ;;`);
    return [
      `    ${command.name})`,
      `      words="${flagsOf(command).join(' ')}"`,
      ...(places.length > 0 ? [`      case $COMP_CWORD in ${places.join(' ')} esac`] : []),
      ...(values.length > 0 ? [`      case $previous in ${values.join(' ')} esac`] : []),
      ...(sources.length > 0 ? [`      case $option in ${sources.join(' ')} esac`] : []),
      '      ;;',
    ].join('\n');
  });
  return `# esim completion for bash: source this file, or put it into bash-completion's folder as "esim".
_esim() {
  local words previous current option at
  current=\${COMP_WORDS[COMP_CWORD]}
  previous=\${COMP_WORDS[COMP_CWORD-1]}
  # The option that the cursor's word may belong to: some take several values.
  for ((at = COMP_CWORD - 1; at > 1; at--)); do
    case \${COMP_WORDS[at]} in -*) option=\${COMP_WORDS[at]}; break ;; esac
  done
  words="${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then case \${COMP_WORDS[1]} in
    help) words="${commands.map(({ name }) => name).join(' ')}" ;;
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _esim esim
`;
}

/** In single quotes for the shell; brackets and colons mean something to zsh's own lists. */
const zshText = (text: string): string => text.replace(/'/g, '’').replace(/[[\]:]/g, '\\$&');

function zsh(commands: readonly Words[]): string {
  const list = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'`);
  const cases = commands.map((command) => {
    const options = command.options.map((option) => {
      const value = takesSource(option)
        ? ':source:_esim_sources'
        : option.argChoices
          ? `:value:(${option.argChoices.join(' ')})`
          : option.required
            ? ':value:'
            : '';
      return `'${option.long}[${zshText(option.description)}]${value}'`;
    });
    const positions = command.positions.map((choices, index) => {
      if (choices === null) return `'${index + 1}:source:_esim_sources'`;
      const values = choices.length === 0 ? '_files' : `(${choices.join(' ')})`;
      return `'${index + 1}:argument:${values}'`;
    });
    return `      ${command.name}) _arguments ${[...options, ...positions].join(' ')} ;;`;
  });
  return `#compdef esim
# esim completion for zsh: put it into a folder of $fpath as "_esim".
_esim_sources() { compadd -- \${(f)"$(${ASK_SOURCES})"} }
_esim() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  _arguments -C '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument) case $words[1] in
${cases.join('\n')}
    esac ;;
  esac
}
compdef _esim esim
`;
}

const fishText = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

function fish(commands: readonly Words[]): string {
  const lines = commands.flatMap((command) => {
    const here = `complete -c esim -n '__fish_seen_subcommand_from ${command.name}'`;
    const options = command.options.map((option) => {
      const value = takesSource(option)
        ? ` -x -a '(${ASK_SOURCES})'`
        : option.argChoices
          ? ` -x -a '${option.argChoices.join(' ')}'`
          : option.required
            ? ' -x'
            : '';
      return `${here} -l ${option.long?.slice(2)} -d ${fishText(option.description)}${value}`;
    });
    const positions = command.positions
      .filter((choices) => choices?.length !== 0)
      .map((choices) => `${here} -f -a '${choices?.join(' ') ?? `(${ASK_SOURCES})`}'`);
    return [
      `complete -c esim -f -n __fish_use_subcommand -a ${command.name} -d ${fishText(command.description)}`,
      ...options,
      ...positions,
    ];
  });
  return `# esim completion for fish: put it into ~/.config/fish/completions as "esim.fish".\n${lines.join('\n')}\n`;
}
