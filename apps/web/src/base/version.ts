/** Each segment padded to three digits (spec 1 §9), so that 0.10.0 is newer than 0.9.1. */
const padded = (version: string): string =>
  version
    .split('.')
    .map((segment) => segment.padStart(3, '0'))
    .join('.');

/** Whether the server runs a newer version than the page was built from. */
export const isNewer = (server: string, page: string): boolean => padded(server) > padded(page);
