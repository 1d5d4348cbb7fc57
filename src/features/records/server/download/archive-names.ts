/** Names that some systems reserve for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu

/**
 * Returns a function that makes names unique within an archive, ignoring case since some systems do. Duplicates get a
 * number: "payslip (2).pdf".
 */
export function uniqueNames(): (folder: string, fileName: string) => string {
  const taken = new Set<string>()
  return (folder, fileName) => {
    const name = RESERVED.test(fileName) ? `_${fileName}` : fileName
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let path = `${folder}/${name}`
    for (let number = 2; taken.has(path.toLowerCase()); number += 1) {
      path = `${folder}/${stem} (${number})${ending}`
    }
    taken.add(path.toLowerCase())
    return path
  }
}
