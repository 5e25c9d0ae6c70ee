import { benchBulk } from '../../bench/src/bulk.bench.ts';
import { benchBusyLists } from '../../bench/src/busy-lists.bench.ts';
import { benchCost } from '../../bench/src/cost.bench.ts';
import { benchFanOut } from '../../bench/src/fan-out.bench.ts';
import { benchIngest } from '../../bench/src/ingest.bench.ts';
import { benchKeywords } from '../../bench/src/keywords.bench.ts';
import { benchLedger } from '../../bench/src/ledger.bench.ts';
import { benchLists } from '../../bench/src/lists.bench.ts';
import { benchOrders } from '../../bench/src/orders.bench.ts';
import { benchPicker } from '../../bench/src/picker.bench.ts';
import { benchScale } from '../../bench/src/scale.bench.ts';
import { benchScrolling } from '../../bench/src/scrolling.bench.ts';
import { benchSearch } from '../../bench/src/search.bench.ts';
import { benchSending } from '../../bench/src/sending.bench.ts';
import { benchStart } from '../../bench/src/start.bench.ts';
import { benchSwitch } from '../../bench/src/switch.bench.ts';
import { benchSync } from '../../bench/src/sync.bench.ts';
import { benchTagRules } from '../../bench/src/tag-rules.bench.ts';
import { benchTyping } from '../../bench/src/typing.bench.ts';
import { benchCodec } from '../../packages/im-protocol/bench/codec.bench.ts';

const BENCHES = {
  ingest: benchIngest,
  keywords: benchKeywords,
  ledger: benchLedger,
  lists: benchLists,
  busyLists: benchBusyLists,
  bulk: benchBulk,
  orders: benchOrders,
  scrolling: benchScrolling,
  search: benchSearch,
  sending: benchSending,
  sync: benchSync,
  start: benchStart,
  switch: benchSwitch,
  tagRules: benchTagRules,
  typing: benchTyping,
  picker: benchPicker,
  codec: () => benchCodec((line) => console.log(line)),
  fanOut: benchFanOut,
  scale: benchScale,
  cost: benchCost,
};

/** `npm run bench` runs every bench; `npm run bench -- scale` runs the named ones. */
const wanted = new Set(process.argv.slice(2));
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.size === 0 || wanted.has(name)) await bench();
}
