import {published} from './json.ts'
import type {Reporter} from './reporter.ts'
import {yamlLines} from './yaml/lines.ts'

/** The JSON report as YAML, for tools and people that read that. */
export const yaml: Reporter = (report) => `${yamlLines(published(report)).join('\n')}\n`
