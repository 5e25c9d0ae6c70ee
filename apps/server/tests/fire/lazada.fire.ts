import { describeSendingUnderFire } from './sending.ts';

describeSendingUnderFire('lazada');
