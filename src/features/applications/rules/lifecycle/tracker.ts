import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'

/** What clients read about a status on the success page (decisions, "After submission"). */
interface ClientStatus {
  /** `{firm}` stands for the name of the firm: see `headingForClient`. */
  heading: string
  label: string
  message: string
  /** Replaces the message where the reason is shown, so that no reason is promised. */
  besideReason?: string
}

export const clientStatuses = {
  submitted: {
    heading: 'Application Submitted Successfully!',
    label: 'Submitted',
    message: 'We have everything we need. Your wealth manager will review it next.',
  },
  under_review: {
    heading: 'Your application is being reviewed',
    label: 'Under review',
    message: 'Your wealth manager is going through your answers and documents.',
  },
  approved: {
    heading: 'Your application is approved',
    label: 'Approved',
    message: 'We’ll contact you to complete your onboarding.',
  },
  rejected: {
    heading: 'We could not approve your application',
    label: 'Not approved',
    message: 'Please contact us. We’ll explain why and discuss your options.',
    besideReason: 'Please contact us to discuss your options.',
  },
  onboarded: {
    heading: 'Welcome to {firm}',
    label: 'Onboarded',
    message: 'You’re all set. Your wealth manager will contact you to arrange your first consultation.',
  },
  cancelled: {
    heading: 'Your application was cancelled',
    label: 'Cancelled',
    message: 'If you didn’t want this, please contact us.',
  },
} as const satisfies Record<Exclude<ApplicationStatus, 'draft'>, ClientStatus>

/** The heading of a status. */
export function headingForClient(status: keyof typeof clientStatuses, firmName: string): string {
  return clientStatuses[status].heading.replace('{firm}', firmName)
}

/** The text about a status, with or without its reason. */
export function messageForClient(status: keyof typeof clientStatuses, reason: string | null): string {
  const { message, besideReason }: ClientStatus = clientStatuses[status]
  return reason === null ? message : (besideReason ?? message)
}

/** The reason that clients may read: only for a rejection (decisions, "A reason for a status"). */
export function reasonForClient(status: ApplicationStatus, reason: string | null): string | null {
  return status === 'rejected' ? reason : null
}

/** The path of a successful application, as the tracker shows it. */
export const trackerPath = [
  'submitted',
  'under_review',
  'approved',
  'onboarded',
] as const satisfies readonly ApplicationStatus[]
