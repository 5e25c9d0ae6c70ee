/** The answers in time and those that came too late, counted minute by minute on a clock on the wall: decision 66. */
export interface ToldMessage {
  readonly conversation: string;
  readonly author: 'buyer' | 'seller' | 'robot' | 'system';
  readonly sentAt: number;
}
export interface WantedAnswers {
  readonly withinMinutes: number;
  readonly windowDays: number;
  readonly isFirstOnly: boolean;
  /** In minutes of the day; days of the week from Sunday on. */
  readonly quiet: { readonly from: number; readonly to: number; readonly days: readonly number[] } | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export function recountShares(
  messages: readonly ToldMessage[],
  wanted: WantedAnswers,
  { zone, now }: { readonly zone: string; readonly now: number },
): { readonly inTime: number; readonly late: number; readonly days: readonly (readonly [number, number])[] } {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isQuiet = (at: number): boolean => {
    if (wanted.quiet === null) return false;
    const { from, to, days } = wanted.quiet;
    const [day = '', time = ''] = clock.format(at).split(/,? /);
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const [today, passed] = [WEEK.indexOf(day), hour * 60 + minute];
    if (from < to) return days.includes(today) && passed >= from && passed < to;
    return (days.includes(today) && passed >= from) || (days.includes((today + 6) % 7) && passed < to);
  };
  /** Whether more of the time than is given has passed between two moments. */
  const isOver = (from: number, to: number): boolean => {
    let passed = 0;
    for (let at = from; at < to && passed <= wanted.withinMinutes; at += MINUTE_MS) if (!isQuiet(at)) passed += 1;
    return passed > wanted.withinMinutes;
  };

  let [inTime, late] = [0, 0];
  /** In time and late, of each 24 hours back from now; the last end now. */
  const days = Array.from({ length: wanted.windowDays }, (): [number, number] => [0, 0]);
  for (const said of Map.groupBy(messages, ({ conversation }) => conversation).values()) {
    let asked: number | null = null;
    let before: number | null = null;
    let counts = false;
    const close = (answeredAt: number | null) => {
      if (asked === null || !counts) return;
      const day = days[Math.max(0, wanted.windowDays - 1 - Math.floor((now - asked) / DAY_MS))] ?? [0, 0];
      if (isOver(asked, answeredAt ?? now)) {
        late += 1;
        day[1] += 1;
      } else if (answeredAt !== null) {
        inTime += 1;
        day[0] += 1;
      }
    };
    for (const { author, sentAt } of said.toSorted((one, other) => one.sentAt - other.sentAt)) {
      // A robot is neither of the two sides.
      if (author === 'system' || author === 'robot') continue;
      if (author === 'buyer' && asked === null) {
        asked = sentAt;
        const isFirst = before === null || sentAt - before >= DAY_MS;
        counts = sentAt >= now - wanted.windowDays * DAY_MS && (isFirst || !wanted.isFirstOnly);
      } else if (author === 'seller') {
        close(sentAt);
        asked = null;
      }
      before = sentAt;
    }
    close(null);
  }
  return { inTime, late, days };
}
