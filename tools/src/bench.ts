import { benchIngest } from '../../bench/src/ingest.bench.ts';
import { benchStart } from '../../bench/src/start.bench.ts';
import { benchSwitch } from '../../bench/src/switch.bench.ts';
import { benchCodec } from '../../packages/im-protocol/bench/codec.bench.ts';

/** `npm run bench`: ratios against named alternatives, all in this one run. */
await benchIngest();
await benchStart();
await benchSwitch();
await benchCodec((line) => console.log(line));
