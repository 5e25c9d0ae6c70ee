import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
};
/** The window's width in pixels. */
export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => innerWidth);
