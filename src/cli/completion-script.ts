import {UserError} from '../errors.ts'
import {nearest} from '../text/nearest.ts'
import {type Args, one} from './args.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {shells} from './shells.ts'

/** Prints the script that makes a shell ask this program, by `__complete`, what may follow. */
export async function printCompletion(args: Args, io: Io): Promise<number> {
  const name = one(args, 'shell') ?? ''
  const shell = shells.find((each) => each === name)
  if (shell === undefined) {
    const close = nearest(name, shells)
    const hint = close === undefined ? `one of ${shells.join(', ')}` : `did you mean '${close}'?`
    throw new UserError(`there is no completion for '${name}'`, {hint})
  }
  io.out.write(scripts[shell])
  return exitCodes.pass
}

/**
 * The program answers one candidate a line, its description after a tab, or `:file` and `:folder` where the shell knows best.
 * bash breaks words at `=` and `:` and replaces the last piece alone, so what stands before it is cut off the candidates.
 */
const scripts = {
  bash: `# bash completion of node-preflight
_node_preflight() {
  local line=\${COMP_LINE:0:COMP_POINT} word piece=\${COMP_WORDS[COMP_CWORD]} candidate
  word=\${line##*[[:space:]]}
  piece=\${piece:0:\${#word}}
  case $piece in [=:]) piece= ;; esac
  local before=\${word%"$piece"} words
  read -ra words <<<"\${line% *}"
  COMPREPLY=()
  compopt +o nospace
  while IFS= read -r candidate; do
    candidate=\${candidate%%$'\\t'*}
    case $candidate in
      :file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "\${word##*[=]}") ;;
      :folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "\${word##*[=]}") ;;
      *) COMPREPLY+=("\${candidate#"$before"}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete "\${words[@]:1}" "$word" 2>/dev/null)
  case \${COMPREPLY[*]} in *[=.]) compopt -o nospace ;; esac
}
complete -F _node_preflight node-preflight
`,
  zsh: `#compdef node-preflight
# zsh completion of node-preflight
_node-preflight() {
  local -a lines open closed
  local line value about
  lines=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    value=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    case $value in
      '') ;;
      :file) compset -P '*='; _files; return ;;
      :folder) compset -P '*='; _files -/; return ;;
      *[=.]) open+=("\${value//:/\\\\:}:$about") ;;
      *) closed+=("\${value//:/\\\\:}:$about") ;;
    esac
  done
  (( \${#closed} )) && _describe node-preflight closed
  (( \${#open} )) && _describe node-preflight open -S ''
  return 0
}
if [ "\${funcstack[1]}" = _node-preflight ]; then
  _node-preflight "$@"
else
  compdef _node-preflight node-preflight
fi
`,
  fish: `# fish completion of node-preflight
function __node_preflight_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        switch $line
            case :file
                __fish_complete_path (string replace -r '^.*=' '' -- (commandline -ct))
            case :folder
                __fish_complete_directories (string replace -r '^.*=' '' -- (commandline -ct)) ''
            case '*'
                echo $line
        end
    end
end
complete -c node-preflight -f -a '(__node_preflight_complete)'
`,
} as const
