import { clsx } from 'clsx'

export type ProgressBarProps = {
  /** From 0 to 100. */
  percent: number
  /** What is getting on, for those who do not see the bar. */
  label: string
  /** How far it is, where that is more than the percentage. */
  words?: string
  tone?: 'primary' | 'brass'
  className?: string
}

const TONES = {
  primary: 'text-primary',
  brass: 'text-brass-line',
}

/** A thin line that fills, the browser's own progress element. */
export function ProgressBar({ percent, label, words, tone = 'primary', className }: ProgressBarProps) {
  return (
    <progress
      max={100}
      value={percent}
      aria-label={label}
      aria-valuetext={words}
      className={clsx(
        'block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline',
        '[&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-current',
        '[&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-200',
        // Where people chose their own colours, theirs: a bar of the page's would be gone.
        'forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[Highlight]',
        'forced-colors:[&::-webkit-progress-bar]:bg-[Canvas]',
        TONES[tone],
        className,
      )}
    />
  )
}
