import type { z } from 'zod'

/** All calls of the API: each subject’s `api.ts` adds its own. */
export interface Contract {}
export type ContractKey = keyof Contract

/** Calls that run once per Idempotency-Key. */
export type KeyedKey = {
  [Key in ContractKey]: Contract[Key] extends { repeated: 'keyed' } ? Key : never
}[ContractKey]

type PartOf<Key extends ContractKey, Part extends string> =
  Contract[Key] extends Record<Part, infer Schema> ? Schema : undefined

/** The request body. */
export type BodyOf<Key extends ContractKey> =
  PartOf<Key, 'body'> extends z.ZodType ? z.input<PartOf<Key, 'body'>> : undefined
/** The path parameters. */
export type ParamsOf<Key extends ContractKey> =
  PartOf<Key, 'params'> extends z.ZodType ? z.input<PartOf<Key, 'params'>> : undefined
/** The query parameters. */
export type QueryOf<Key extends ContractKey> =
  PartOf<Key, 'query'> extends z.ZodType ? z.input<PartOf<Key, 'query'>> : undefined
/** The response body. */
export type AnswerOf<Key extends ContractKey> = Contract[Key]['answer'] extends z.ZodType
  ? z.output<Contract[Key]['answer']>
  : Contract[Key]['answer'] extends 'file'
    ? Blob
    : undefined

/** Parsed request, as handlers receive it. */
export interface ParsedInput<Key extends ContractKey> {
  body: PartOf<Key, 'body'> extends z.ZodType ? z.output<PartOf<Key, 'body'>> : undefined
  params: PartOf<Key, 'params'> extends z.ZodType ? z.output<PartOf<Key, 'params'>> : undefined
  query: PartOf<Key, 'query'> extends z.ZodType ? z.output<PartOf<Key, 'query'>> : undefined
}
