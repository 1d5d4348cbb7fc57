import { reviewedApplicationSchema } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import type { HttpSession } from '#test/support/http.ts'
import type { TestServer } from '#test/support/server.ts'
import { isDone, repeatable, type Operation } from './operation.ts'

function someManager({ context }: TestServer) {
  return makeUser(context, { role: 'wealth_manager' })
}

async function adminSession(server: TestServer): Promise<HttpSession> {
  return server.as((await makeUser(server.context, { role: 'admin' })).username)
}

async function applicationAt(
  { context }: TestServer,
  status: ApplicationStatus,
  wealthManagerId?: string,
): Promise<string> {
  const application = status === 'onboarded' ? dueForReview(context) : { status }
  return (await makeClient(context, { wealthManagerId, application })).applicationId
}

function isAt({ body }: { body: unknown }, status: ApplicationStatus): boolean {
  return reviewedApplicationSchema.parse(body).status === status
}

/** Operations of admins and wealth managers on clients. */
export const staffOperations: Readonly<Record<string, Operation>> = {
  'invite a client': async (server) => {
    const [session, manager] = [await adminSession(server), await someManager(server)]
    const body = () => ({
      email: `${newId()}@test.example`,
      fullName: 'Sipho Dube',
      wealthManagerId: manager.id,
    })
    const invited = body()
    return {
      act: () => session.post('/api/send-invitation', invited),
      // Where the account exists, it responds with 409, and a password reset sends another temporary password.
      again: async () =>
        [200, 201, 409].includes((await session.post('/api/send-invitation', invited)).status) &&
        isDone(await session.post('/api/send-invitation', body())),
    }
  },

  'change a status': async (server) => {
    const id = await applicationAt(server, 'submitted')
    const session = await adminSession(server)
    const act = () =>
      session.patch(`/api/admin/applications/${id}/status`, {
        status: 'onboarded',
        reason: 'Signed on paper.',
      })
    return {
      act,
      again: async () =>
        isDone(await act()) || isAt(await session.get(`/api/admin/applications/${id}`), 'onboarded'),
    }
  },

  'decide as a manager': async (server) => {
    const manager = await someManager(server)
    const id = await applicationAt(server, 'under_review', manager.id)
    const session = await server.as(manager.username)
    const act = () =>
      session.put(`/api/admin/applications/${id}/status`, {
        status: 'rejected',
        reason: 'No proof of income.',
      })
    return {
      act,
      again: async () =>
        isDone(await act()) || isAt(await session.get(`/api/admin/applications/${id}`), 'rejected'),
    }
  },

  'remind a client': async (server) => {
    const id = await applicationAt(server, 'draft')
    const session = await adminSession(server)
    return repeatable(() => session.post(`/api/admin/applications/${id}/reminder`, { again: true }))
  },

  'tell of annual reviews': async (server) => {
    const applicationIds = [
      await applicationAt(server, 'onboarded'),
      await applicationAt(server, 'onboarded'),
    ]
    const session = await adminSession(server)
    return repeatable(() => session.post('/api/admin/annual-reviews/notify', { applicationIds, again: true }))
  },

  'complete an annual review': async (server) => {
    const id = await applicationAt(server, 'onboarded')
    const session = await adminSession(server)
    const path = `/api/admin/annual-reviews/${id}/complete`
    return {
      act: () => session.post(path, { note: 'All is well.' }),
      // A second completion counts as early.
      again: async () => isDone(await session.post(path, { note: 'All is well.', early: true })),
    }
  },

  'open an application for review': async (server) => {
    const id = await applicationAt(server, 'submitted')
    const session = await adminSession(server)
    return repeatable(() => session.get(`/api/admin/applications/${id}`))
  },
}
