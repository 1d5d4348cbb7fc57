import type { ReactElement } from 'react'

/** What stands beside other elements: never bare text, which a browser's translator replaces (ADR 0135). */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
