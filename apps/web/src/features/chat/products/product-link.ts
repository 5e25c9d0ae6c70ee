import { isPublic } from '../pictures/picture-source.ts';

/** The page of a product at its marketplace; null where nobody told an address that a browser may open. */
export const linkOf = (address: string | null | undefined): string | null =>
  address !== null && address !== undefined && isPublic(address) ? address : null;

/** The page that opens cannot reach this window, and is not told where it was opened. */
export const openAtMarketplace = (link: string): void => {
  window.open(link, '_blank', 'noopener,noreferrer');
};
