// Says why passkeys cannot work here, if they cannot.

import { passkeyObstacle } from '../../shared/lib/passkey.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { secondFactorTexts } from '../texts/session.ts';

export function PasskeyNotice() {
  const obstacle = passkeyObstacle();
  return obstacle && <Notice tone="warning">{secondFactorTexts.obstacles[obstacle]}</Notice>;
}
