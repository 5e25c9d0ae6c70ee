import { describeSendingUnderFire } from './sending.ts';

describeSendingUnderFire('tiktok');
