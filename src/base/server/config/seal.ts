import { resolve } from 'node:path'
import { z } from 'zod'

/** The certificate that seals documents signed on screen, and the time-stamp server. */
export interface SealSettings {
  /** Undefined: none, or in a demonstration a generated one. */
  seal: SealFiles | undefined
  /** Time-stamp server for seals (RFC 3161). */
  sealTsaUrl: URL | undefined
}

/** Paths of the firm's certificate and key. */
export type SealFiles =
  | { from: 'pem'; certificate: string; key: string }
  | { from: 'p12'; path: string; password: string }

/** The `SEAL_*` variables. */
export const sealVariables = z.object({
  SEAL_CERTIFICATE: z.string().optional().meta({
    description:
      'the certificate of [the seal](run.md#the-seal-of-documents-signed-on-screen), a PEM file; without a seal clients sign on paper',
  }),
  SEAL_KEY: z.string().optional().meta({ description: 'its key, a PEM file' }),
  SEAL_P12: z.string().optional().meta({ description: 'both in one PKCS #12 file, instead' }),
  SEAL_P12_PASSWORD: z.string().optional().meta({ description: 'the password of that file' }),
  SEAL_TSA_URL: z
    .url({ protocol: /^https?$/u, error: 'use an address such as https://timestamp.example' })
    .optional()
    .meta({ description: 'a server that stamps the time of each seal (RFC 3161)', unset: 'no stamp' }),
})

type Variables = z.infer<typeof sealVariables>

/** The settings from the variables. */
export function toSealSettings(env: Variables): SealSettings {
  return {
    seal: sealFiles(env),
    sealTsaUrl: env.SEAL_TSA_URL === undefined ? undefined : new URL(env.SEAL_TSA_URL),
  }
}

function sealFiles(env: Variables): SealFiles | undefined {
  if (env.SEAL_P12 !== undefined) {
    return { from: 'p12', path: resolve(env.SEAL_P12), password: env.SEAL_P12_PASSWORD ?? '' }
  }
  if (env.SEAL_CERTIFICATE === undefined || env.SEAL_KEY === undefined) return undefined
  return { from: 'pem', certificate: resolve(env.SEAL_CERTIFICATE), key: resolve(env.SEAL_KEY) }
}

/** Invalid combinations of the variables. */
export function sealProblems(env: Variables): [wrong: boolean, problem: string][] {
  return [
    [
      (env.SEAL_CERTIFICATE === undefined) !== (env.SEAL_KEY === undefined),
      'SEAL_CERTIFICATE and SEAL_KEY: set both or neither',
    ],
    [
      env.SEAL_CERTIFICATE !== undefined && env.SEAL_P12 !== undefined,
      'SEAL_P12: set it or SEAL_CERTIFICATE with SEAL_KEY, not both',
    ],
    [
      env.SEAL_P12_PASSWORD !== undefined && env.SEAL_P12 === undefined,
      'SEAL_P12_PASSWORD: set SEAL_P12 too, or leave it out',
    ],
  ]
}
