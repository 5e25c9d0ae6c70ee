import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading } from '../handler.ts';
import { searchEverything } from './search.ts';

export const SEARCH_HANDLERS: HandlersOf<typeof CALLS.search> = { searchEverything: reading(searchEverything) };
