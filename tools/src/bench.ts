import { benchIngest } from '../../bench/src/ingest.bench.ts';
import { benchStart } from '../../bench/src/start.bench.ts';

/** `npm run bench`: ratios against named alternatives, all in this one run. */
await benchIngest();
await benchStart();
