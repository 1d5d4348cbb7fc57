/**
 * Spellings of one name that neither letters nor sounds find alike, such as Wade-Giles and pinyin. A name belongs to
 * one group.
 */
const GROUPS = [
  'aleksandr alexander alexandre oleksandr aleksander aliaksandr alyaksandr alexandr',
  'vladimir volodymyr uladzimir wladimir',
  'evgeni evgeniy yevgeny yevgeniy yevhen eugene evgenii',
  'sergei sergey serge serhii serhiy siarhei',
  'mikhail mykhailo michael michail mihail',
  'aleksei alexey alexei oleksii oleksiy aliaksei alexej',
  'andrei andrey andrii andriy andrej',
  'grigori grigory hryhorii hryhoriy ryhor',
  'nikolai nikolay mykola nicolas nicholas nikolaos mikalai',
  'dmitri dmitriy dmitry dmytro dzmitry',
  'ri lee yi rhee li',
  'pak park bak',
  'choe choi choy',
  'jong chong jung chung',
  'chol chul cheol',
  'yong young yeong',
  'guk kuk gook kook',
  'kil gil',
  'zhang chang',
  'zhao chao',
  'zhou chou',
  'xu hsu',
  'xie hsieh',
  'cai tsai',
  'jiang chiang',
  'qian chien',
  'zheng cheng',
  'omar umar cumar',
  'hasan hassan xasan',
  'usama osama oussama',
  'issa isa eisa ciise',
  'uthman osman othman cismaan',
  'dawood dawud daud daoud davud',
]

const groupOf: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap((names, group) => names.split(' ').map((name) => [name, group] as const)),
)

/** Whether two folded words are spellings of one name. */
export function isSameName(one: string, other: string): boolean {
  const group = groupOf.get(one)
  return group !== undefined && group === groupOf.get(other)
}
