import {audit} from './audit.ts'
import {check} from './check.ts'
import type {Command} from './command.ts'
import {completion} from './completion.ts'
import {diff} from './diff.ts'
import {explain} from './explain.ts'
import {facts} from './facts.ts'
import {fix} from './fix.ts'
import {generate} from './generate.ts'
import {rulesFromHost} from './rules-from-host.ts'
import {rulesLint} from './rules-lint.ts'
import {rulesList} from './rules-list.ts'
import {rulesTest} from './rules-test.ts'
import {snapshot} from './snapshot.ts'

/** Every command, in the order of the help; the first is the default. */
export const commands: readonly Command[] = [
  check,
  audit,
  snapshot,
  facts,
  explain,
  fix,
  diff,
  generate,
  rulesList,
  rulesLint,
  rulesTest,
  rulesFromHost,
  completion,
]
