import { createContext, useContext } from 'react';
import type { UiConfig } from './session.ts';

interface KnownAtStart extends UiConfig {
  /** Of the link that led here. */
  readonly affiliateCode: string | null;
}

/** Loaded before any navigation (spec 1 §2), so every screen has it. */
export const UiConfigContext = createContext<KnownAtStart | null>(null);

export function useUiConfig(): KnownAtStart {
  const config = useContext(UiConfigContext);
  if (config === null) throw new Error('no UI configuration: a screen stands outside the shell');
  return config;
}
