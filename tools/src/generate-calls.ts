import { writeFileSync } from 'node:fs';
import { describeMarketplaceCalls, MARKETPLACE_CALLS_FILE } from './marketplace-calls.ts';

writeFileSync(MARKETPLACE_CALLS_FILE, describeMarketplaceCalls());
