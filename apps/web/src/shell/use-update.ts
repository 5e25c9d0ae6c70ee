import { useEffect, useRef, useState } from 'react';
import { useDesk, useReadable } from '../base/desk.tsx';
import { loadUiConfig } from '../base/session.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { isNewer } from '../base/version.ts';

/** The version of the build that this page is from. */
declare const __PASAR_VERSION__: string;

/**
 * The server's version where it is newer than this page, else null. An upgrade interrupts the live stream, so the
 * server is asked whenever the stream is back.
 */
export function useUpdate(): string | null {
  const live = useReadable(useDesk().live);
  const isLive = live.state === 'live';
  const isAway = live.state === 'offline' || (live.state === 'connecting' && live.offlineSince !== null);
  const [version, setVersion] = useState(useUiConfig().version);
  const wasAway = useRef(false);
  useEffect(() => {
    if (isAway) wasAway.current = true;
    if (!isLive || !wasAway.current) return;
    wasAway.current = false;
    void loadUiConfig(null).then((config) => {
      if (config.ok) setVersion(config.data.version);
    });
  }, [isLive, isAway]);
  return isNewer(version, __PASAR_VERSION__) ? version : null;
}
