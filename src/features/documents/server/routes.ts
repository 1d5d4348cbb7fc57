import type { FastifyRequest } from 'fastify'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { Context } from '#base/server/context.ts'
import type { Call, Handlers } from '#features/access/server/http/route.ts'
import { removeDocument } from './commands.ts'
import { restoreDocument } from './restore.ts'
import { urlOfDocument } from './present.ts'
import { openDocument, openFaisLetter, recordOpened } from './read.ts'
import { registerDocument, type Registration } from './register.ts'
import { sendDocument, sendThumbnail } from './send-document.ts'
import { drawThumbnail } from './thumbnail.ts'
import { giveUploadAddress } from './upload-addresses.ts'

/** The file name of the letter (specification section 7). */
const FAIS_LETTER_NAME = 'FAIS_Disclosure_Letter.pdf'

type RegisterKey =
  | 'PUT /api/payslip-uploads'
  | 'PUT /api/risk-benefit-uploads'
  | 'PUT /api/pension-benefits-uploads'
  | 'PUT /api/provident-benefits-uploads'
  | 'PUT /api/fais-uploads'
  | 'PUT /api/application/documents/{kind}'

type DocumentKey =
  | RegisterKey
  | 'POST /api/objects/upload'
  | 'DELETE /api/documents/{id}'
  | 'POST /api/documents/{id}/restore'
  | 'GET /objects/uploads/{id}'
  | 'PUT /api/documents/{id}/opened'
  | 'GET /api/documents/{id}/thumbnail'
  | 'GET /api/fais-document'

async function register(call: Call<RegisterKey>, kind: DocumentKindName, sent: Omit<Registration, 'kind'>) {
  const id = await registerDocument(call, { kind, ...sent })
  return { objectPath: urlOfDocument(id), id: sent.fileId ?? id }
}

/** The origin of this server for its upload addresses: as configured, or as requested. */
export function ownOriginOf({ settings }: Pick<Context, 'settings'>, request: FastifyRequest): string {
  return settings.baseUrl?.origin ?? `${request.protocol}://${request.host}`
}

export const documentHandlers: Handlers<DocumentKey> = {
  'POST /api/objects/upload': async (call) => {
    const ownOrigin = ownOriginOf(call.context, call.request)
    return { uploadURL: await giveUploadAddress(call, { ownOrigin, announced: call.body }) }
  },

  'PUT /api/payslip-uploads': (call) => {
    const { payslipURL: address, fileName, password } = call.body
    return register(call, 'payslip', { address, fileName, password })
  },

  'PUT /api/risk-benefit-uploads': (call) => {
    const { riskBenefitURL: address, fileName, password } = call.body
    return register(call, 'riskBenefit', { address, fileName, password })
  },

  'PUT /api/pension-benefits-uploads': (call) => {
    const { pensionBenefitsURL: address, fileName, fileId, password } = call.body
    return register(call, 'pensionBenefits', { address, fileName, fileId, password })
  },

  'PUT /api/provident-benefits-uploads': (call) => {
    const { providentBenefitsURL: address, fileName, fileId, password } = call.body
    return register(call, 'providentBenefits', { address, fileName, fileId, password })
  },

  'PUT /api/fais-uploads': (call) => {
    const { faisDocumentURL: address, fileName, password } = call.body
    return register(call, 'signedFais', { address, fileName, password })
  },

  'PUT /api/application/documents/{kind}': (call) => {
    const { fileURL: address, fileName, fileId, password } = call.body
    return register(call, call.params.kind, { address, fileName, fileId, password })
  },

  'DELETE /api/documents/{id}': async (call) => {
    await removeDocument(call, call.params.id)
    return undefined
  },

  'POST /api/documents/{id}/restore': async (call) => {
    await restoreDocument(call, call.params.id)
    return undefined
  },

  'GET /objects/uploads/{id}': async (call) => {
    const opened = await openDocument(call, call.params.id, call.query)
    return sendDocument(call.reply, opened, { asked: call.query.inline === '1' ? 'inline' : 'attachment' })
  },

  'PUT /api/documents/{id}/opened': async (call) => {
    await recordOpened(call, call.params.id)
    return undefined
  },

  'GET /api/documents/{id}/thumbnail': async (call) =>
    sendThumbnail(call.reply, await drawThumbnail(call, call.params.id)),

  'GET /api/fais-document': async (call) => {
    const opened = await openFaisLetter(call)
    return sendDocument(call.reply, opened, { asked: 'attachment', name: FAIS_LETTER_NAME })
  },
}
