import { clsx } from 'clsx'
import { Upload } from 'lucide-react'
import { useDropzone } from 'react-dropzone'
import { Button } from './button.tsx'
import { FieldError, FieldHint, OptionalMark, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'
import { WarningNote } from './warning-note.tsx'

export type FileDropProps = FieldProps & {
  name?: string
  /** Types and endings that the file chooser offers: `{'application/pdf': ['.pdf']}`. */
  accept: Record<string, string[]>
  multiple?: boolean
  disabled?: boolean
  /** The text of the button. */
  browseLabel?: string
  /** Every dropped or chosen file, unsuitable ones too: the caller rejects those and says why. */
  onFiles: (files: File[]) => void
  id?: string
  className?: string
}

/**
 * Takes files by drag and drop, by the file chooser or by a phone's camera. Keyboard and screen reader use the button.
 */
export function FileDrop({
  label,
  hint,
  error,
  warning,
  optional,
  name,
  accept,
  multiple = false,
  disabled = false,
  browseLabel = multiple ? 'Choose files' : 'Choose a file',
  onFiles,
  id,
  className,
}: FileDropProps) {
  const ids = useFieldIds(id, name, { hint, error, warning })
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    multiple: true,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)]),
  })
  return (
    <div className={className}>
      <p id={`${ids.id}-label`} className="font-semibold">
        <span>{label}</span>
        {optional ? <OptionalMark /> : null}
      </p>
      {hint ? <FieldHint id={ids.hintId}>{hint}</FieldHint> : null}
      <div
        {...getRootProps({ role: undefined, tabIndex: undefined })}
        className={clsx(
          'mt-2 flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center',
          'transition-colors duration-150 sm:flex-row sm:justify-center sm:gap-4',
          isDragActive
            ? 'border-primary bg-primary-wash'
            : error
              ? 'border-danger bg-surface'
              : 'border-edge bg-surface',
          disabled && 'opacity-60',
        )}
      >
        <input
          {...getInputProps({
            multiple,
            'aria-hidden': true,
            'aria-label': undefined,
            tabIndex: -1,
            'aria-labelledby': `${ids.id}-label`,
          })}
        />
        <Upload aria-hidden="true" className="size-6 text-brass" />
        <span className="text-ink-soft pointer-coarse:hidden">
          {multiple ? 'Drop files here, or' : 'Drop a file here, or'}
        </span>
        <Button
          id={ids.id}
          tone="secondary"
          size="small"
          disabled={disabled}
          aria-describedby={[`${ids.id}-label`, ids.describedBy].filter(Boolean).join(' ')}
          onClick={open}
        >
          {browseLabel}
        </Button>
      </div>
      {error ? <FieldError id={ids.errorId}>{error}</FieldError> : null}
      {warning ? <WarningNote id={ids.warningId}>{warning}</WarningNote> : null}
    </div>
  )
}
