/** Names who did something: a member of the team, an API key, a system. Actors are stored by id: 'staff:3f6c…'. */
import { useCallback } from 'react';
import { useRead } from '../api/use-read.ts';
import { actorTexts } from '../texts/records.ts';

export function useActorNames(): (actor: string) => string {
  const { answer: team } = useRead('getTeam', {});
  return useCallback(
    (actor: string) => {
      const [kind = '', id] = actor.split(':');
      const members = [...(team?.data ?? []), ...(team?.former ?? [])];
      const member = members.find((each) => kind === 'staff' && each.id === id);
      return member?.name ?? actorTexts[kind] ?? actor;
    },
    [team],
  );
}
