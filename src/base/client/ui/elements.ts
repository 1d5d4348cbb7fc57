import type { ReactElement } from 'react'

/** Children without bare text, which a browser's translator would replace (ADR 0135). */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
