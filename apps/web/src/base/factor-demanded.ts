import { createStore, type Readable } from '@pasar/sync';

const demanded = createStore(false);
/** Whether the server refuses everything until the member has set up a second factor. True until the page is reloaded. */
export const isFactorDemanded: Readable<boolean> = demanded;
export const tellFactorDemanded = (): void => demanded.update(() => true);
