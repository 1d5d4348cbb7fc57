import type { SecurityMetrics } from '#features/operations/api/security.ts'
import { formatTime } from '#base/rules/time/dates.ts'
import { ColumnChart } from '#base/client/ui/column-chart.tsx'
import { CountBars } from '#base/client/ui/count-bars.tsx'

type FailedSignInsProps = { metrics: Pick<SecurityMetrics, 'failedLoginsByHour' | 'topFailedIPs'> }

/** Failed sign-ins of a day, by hour and address. */
export function FailedSignIns({ metrics: { failedLoginsByHour, topFailedIPs } }: FailedSignInsProps) {
  return (
    <div className="grid content-start gap-3">
      {topFailedIPs.length === 0 ? (
        <div>
          <h2 className="pb-2 text-lg">Top Failed IP Addresses</h2>
          <p className="border-y border-hairline py-6 text-ink-soft">No failed attempts recorded</p>
        </div>
      ) : (
        <CountBars
          caption="Top Failed IP Addresses"
          heads={['IP address', 'Attempts']}
          bars={topFailedIPs.map(({ ip, attempts }) => ({ id: ip, label: ip, count: attempts }))}
        />
      )}
      <details>
        <summary className="cursor-pointer py-2 text-link">Show chart</summary>
        <ColumnChart
          caption="Failed sign-ins by hour"
          columnHead="Hour from"
          series={['Failed sign-ins']}
          columns={failedLoginsByHour.map(({ hour, failed }) => ({
            id: hour,
            label: formatTime(new Date(hour)),
            values: [failed],
          }))}
        />
      </details>
    </div>
  )
}
