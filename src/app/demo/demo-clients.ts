import { clientsAsked } from './clients-asked.ts'
import { clientsDecided } from './clients-decided.ts'
import { clientsUnderWay } from './clients-under-way.ts'
import type { DemoClient } from './demo-person.ts'

/**
 * Clients in every status and every state of a correction request, as a firm with offices between Cape Town and
 * Johannesburg has them.
 */
export const demoClients: readonly DemoClient[] = [...clientsUnderWay, ...clientsAsked, ...clientsDecided]
