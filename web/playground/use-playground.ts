// The live view from the development program, and the actions that the buttons send to it.

import type { View } from '@quittance/contract/playground-view';
import { useEffect, useState } from 'react';

export type Press = (action: string, body?: object) => void;

async function send(action: string, body: object): Promise<string | null> {
  try {
    const response = await fetch(`/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { message }: { message?: string } = await response.json();
    return response.ok ? null : (message ?? 'That did not work.');
  } catch {
    return 'The playground does not answer. Is npm start still running?';
  }
}

export function usePlayground() {
  const [view, setView] = useState<View | null>(null);
  const [isConnected, setIsConnected] = useState(true);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isResetting, setIsResetting] = useState(false);

  // The browser reconnects automatically.
  useEffect(() => {
    const live = new EventSource('/live');
    live.addEventListener('message', ({ data }) => {
      setIsConnected(true);
      setIsResetting(false);
      setView(JSON.parse(String(data)));
    });
    live.addEventListener('error', () => setIsConnected(false));
    return () => live.close();
  }, []);

  const press: Press = (action, body = {}) => {
    setRefusal(null);
    // While its database is replaced, the portal has no view to send.
    setIsResetting(action === 'reset');
    void send(action, body).then(setRefusal);
  };
  const busy = isResetting ? 'Everything starts over.' : (view?.busy ?? null);
  const problem = refusal ?? view?.problem ?? null;
  return { view: view && { ...view, busy }, isConnected, problem, press };
}
