import { clsx } from 'clsx'

export type ProgressBarProps = {
  /** From 0 to 100. */
  percent: number
  /** What is progressing, for screen readers. */
  label: string
  /** Progress as text, if that says more than the percentage. */
  valueText?: string
  tone?: 'primary' | 'brass'
  className?: string
}

const TONES = {
  primary: 'text-primary',
  brass: 'text-brass-line',
}

/** A thin native progress bar. */
export function ProgressBar({ percent, label, valueText, tone = 'primary', className }: ProgressBarProps) {
  return (
    <progress
      max={100}
      value={percent}
      aria-label={label}
      aria-valuetext={valueText}
      className={clsx(
        'block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline',
        '[&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-current',
        '[&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-200',
        // Forced colours replace the page's own, which would hide the bar.
        'forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[Highlight]',
        'forced-colors:[&::-webkit-progress-bar]:bg-[Canvas]',
        TONES[tone],
        className,
      )}
    />
  )
}
