// The public links of an invoice. A new one is shown once.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { sentenceOf } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type Links = AnswerOf<'listInvoiceLinks'>['data'];

export function InvoiceLinks({ invoiceId }: { invoiceId: string }) {
  const params = { invoiceId };
  const can = useCan();
  const links = useRead('listInvoiceLinks', { params });
  const action = useAction('createInvoiceLink');
  const [url, setUrl] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    const result = await action.run({ params });
    if (!result.isOk) return showToast({ tone: 'error', text: sentenceOf(result.failure) });
    setUrl(result.answer.url);
    links.again();
  };
  const button = can('write') && (
    <Button
      variant="secondary"
      size="small"
      isLoading={action.isRunning}
      onClick={() => void create()}
    >
      {invoiceTexts.newLink}
    </Button>
  );
  return (
    <Section title={invoiceTexts.links} text={invoiceTexts.linksText} action={button}>
      <ReadView read={links}>
        {({ data }) => <LinkTable invoiceId={invoiceId} links={data} onRevoked={links.again} />}
      </ReadView>
      {url !== null && (
        <OnceDialog
          title={invoiceTexts.newLinkTitle}
          text={invoiceTexts.newLinkText}
          value={url}
          onClose={() => setUrl(null)}
        />
      )}
    </Section>
  );
}

type LinkTableProps = { invoiceId: string; links: Links; onRevoked: () => void };

function LinkTable({ invoiceId, links, onRevoked }: LinkTableProps) {
  const { moment } = useMoments();
  const can = useCan();
  const { link } = invoiceTexts;
  if (links.length === 0) return <Text tone="muted">{invoiceTexts.noLinks}</Text>;
  return (
    <SmallTable
      caption={invoiceTexts.links}
      rows={links}
      rowKey={({ id }) => id}
      columns={[
        { header: link.created, cell: ({ createdAt }) => moment(createdAt) },
        { header: link.expires, cell: ({ expiresAt }) => moment(expiresAt) },
        {
          header: link.used,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? invoiceTexts.none : moment(lastUsedAt)),
        },
        {
          header: link.state,
          align: 'end',
          cell: ({ id, revokedAt }) =>
            revokedAt === null && can('write') ? (
              <RevokeLink invoiceId={invoiceId} linkId={id} onRevoked={onRevoked} />
            ) : (
              <Badge
                label={revokedAt === null ? invoiceTexts.linkActive : invoiceTexts.linkRevoked}
              />
            ),
        },
      ]}
    />
  );
}

type RevokeLinkProps = { invoiceId: string; linkId: string; onRevoked: () => void };

function RevokeLink({ invoiceId, linkId, onRevoked }: RevokeLinkProps) {
  const action = useAction('revokeInvoiceLink');
  const revoke = async (): Promise<void> => {
    const result = await action.run({ params: { invoiceId, linkId } });
    showToast(
      result.isOk
        ? { tone: 'success', text: invoiceTexts.revoked }
        : { tone: 'error', text: sentenceOf(result.failure) },
    );
    if (result.isOk) onRevoked();
  };
  return (
    <Button
      variant="quiet"
      size="small"
      isFlush
      isLoading={action.isRunning}
      onClick={() => void revoke()}
    >
      {invoiceTexts.revoke}
    </Button>
  );
}
