import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClasses, type ButtonSize, type ButtonTone } from './button.tsx'

export type LinkButtonProps = {
  /** A path inside the application; for other addresses use `external`. */
  href: string
  tone?: ButtonTone
  size?: ButtonSize
  icon?: ReactElement
  /** A plain anchor: another site, a mail address, a file. */
  external?: boolean
  /** Adds no entry to the browser's history. */
  replace?: boolean | undefined
  className?: string
  children: ReactNode
} & Omit<ComponentProps<'a'>, 'href' | 'className' | 'children'>

/** A link that looks like a button. */
export function LinkButton({
  href,
  tone = 'secondary',
  size = 'normal',
  icon,
  external = false,
  replace,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  const classes = buttonClasses(tone, size, className)
  if (external) {
    return (
      <a {...rest} href={href} className={classes}>
        {icon}
        <span>{children}</span>
      </a>
    )
  }
  return (
    <Link {...rest} href={href} replace={replace} className={classes}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
