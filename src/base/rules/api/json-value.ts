import { z } from 'zod'

/** A value of any JSON type, such as an answer. */
export const jsonValue = z.unknown().meta({ description: 'A value of any JSON type' })
