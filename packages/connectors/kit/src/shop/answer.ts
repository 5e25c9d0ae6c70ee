import type { Outcome, Page } from '../outcome.ts';

export type Answer<Value> = Promise<Outcome<Value>>;
export type PageOf<Item> = Promise<Outcome<Page<Item>>>;
