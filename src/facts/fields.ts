import type {Absent, Leaf, Unknown} from './value.ts'

/** A yes-or-no field. */
export interface BoolField {
  readonly kind: 'bool'
  readonly about: string
}

/** A whole number; its name ends in the unit (`sizeBytes`, `timeoutMs`). */
export interface IntField {
  readonly kind: 'int'
  readonly about: string
}

/** A text; its description says what the empty text means. */
export interface StringField {
  readonly kind: 'string'
  readonly about: string
}

/** A group of fields. */
export interface RecordField<F extends Fields = Fields> {
  readonly kind: 'record'
  readonly about: string
  readonly fields: F
}

/** A list of texts, numbers or records. Records that rules iterate with `each` carry a field `name`. */
export interface ListField<I extends ItemField = ItemField> {
  readonly kind: 'list'
  readonly about: string
  readonly item: I
}

export type ItemField = BoolField | IntField | StringField | RecordField
export type Field = ItemField | ListField

/** The schema of a fact or record: declared once, it gives the TypeScript type, the CEL type and the documentation. */
export type Fields = {readonly [name: string]: Field}

/**
 * What a collector returns for a schema. Every leaf may carry its source (`at`) or say why it is not known (`unknown`); a
 * record may also be `absent`, where this host has nothing of the kind.
 */
export type ValuesOf<F extends Fields> = {readonly [K in keyof F]: ValueOf<F[K]>}

export type ValueOf<F extends Field> = F extends {kind: 'bool'}
  ? Leaf<boolean>
  : F extends {kind: 'int'}
    ? Leaf<number>
    : F extends {kind: 'string'}
      ? Leaf<string>
      : F extends RecordField<infer R>
        ? ValuesOf<R> | Unknown | Absent
        : F extends ListField<infer I>
          ? Leaf<readonly ValueOf<I>[]>
          : never

/** Declares a yes-or-no field. */
export const bool = (about: string): BoolField => ({kind: 'bool', about})

/** Declares a whole-number field. */
export const int = (about: string): IntField => ({kind: 'int', about})

/** Declares a text field. */
export const string = (about: string): StringField => ({kind: 'string', about})

/** Declares a group of fields. Groups that share one schema object share one type of the rule language. */
export const record = <const F extends Fields>(about: string, fields: F): RecordField<F> => ({
  kind: 'record',
  about,
  fields,
})

/** Declares a list of texts. */
export const strings = (about: string): ListField<StringField> => ({kind: 'list', about, item: string(about)})

/** Declares a list of records. */
export const list = <const F extends Fields>(about: string, fields: F): ListField<RecordField<F>> => ({
  kind: 'list',
  about,
  item: record(about, fields),
})
