import type {Host} from '../host/host.ts'
import type {Collected, Collector} from './collector.ts'
import type {Fields} from './fields.ts'
import {createProbe, type Probe} from './probe.ts'
import {type Told, toldNothing} from './told.ts'
import {Tracer} from './trace.ts'
import {type View, viewClass} from './view.ts'

/** The facts of one host: each collected when first asked for, once, concurrently with the others. */
export class FactStore {
  readonly tracer = new Tracer()
  readonly #collectors: ReadonlyMap<string, Collector>
  readonly #views = new Map<string, Promise<View>>()
  readonly #opened = new Map<string, View>()
  readonly #probe: Probe

  constructor(collectors: readonly Collector[], host: Host, told: Told = toldNothing) {
    this.#collectors = new Map(collectors.map((collector) => [collector.name, collector]))
    this.#probe = createProbe(host, told)
  }

  /** A fact as its collector returned it, sources and gaps in place. */
  collect<F extends Fields>(wanted: Collector<F>): Promise<Collected<F>> {
    return this.#probe.fact(wanted)
  }

  /** A fact that an expression asked for; nothing is collected to answer this. */
  read<F extends Fields>(wanted: Collector<F>): Promise<Collected<F>> | undefined {
    return this.#views.has(wanted.name) ? this.collect(wanted) : undefined
  }

  /** A fact as expressions see it. */
  view(name: string): Promise<View> {
    const known = this.#views.get(name)
    if (known) return known
    const fresh = this.#open(name)
    this.#views.set(name, fresh)
    return fresh
  }

  /** The same, undefined where it was not asked for or is still collected. */
  opened(name: string): View | undefined {
    return this.#opened.get(name)
  }

  async #open(name: string): Promise<View> {
    const collector = this.#collectors.get(name)
    if (!collector) throw new Error(`No collector is named ${name}`)
    const view = new (viewClass(collector.fields))(await this.collect(collector), name, this.tracer)
    this.#opened.set(name, view)
    return view
  }
}
