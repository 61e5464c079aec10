// The public links of an invoice. A new one is shown once.

import { useState } from 'react';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type Links = AnswerOf<'listInvoiceLinks'>['data'];

export function InvoiceLinks({ invoiceId }: { invoiceId: string }) {
  const params = { invoiceId };
  const can = useCan();
  const links = useRead('listInvoiceLinks', { params });
  const [url, setUrl] = useState<string | null>(null);
  const button = can('write') && (
    <ActionButton
      variant="secondary"
      size="small"
      call="createInvoiceLink"
      input={{ params }}
      label={invoiceTexts.newLink}
      onDone={(link) => {
        setUrl(link.url);
        links.again();
      }}
    />
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
  const { day, moment } = useMoments();
  const can = useCan();
  const { link } = invoiceTexts;
  return (
    <Table
      caption={invoiceTexts.links}
      empty={invoiceTexts.noLinks}
      rows={links}
      rowKey={({ id }) => id}
      columns={[
        { header: link.created, cell: ({ createdAt }) => day(createdAt) },
        { header: link.expires, cell: ({ expiresAt }) => day(expiresAt) },
        {
          header: link.used,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? invoiceTexts.none : moment(lastUsedAt)),
        },
        ...(links.some(({ note }) => note !== null)
          ? [{ header: link.note, isText: true, cell: ({ note }: Links[number]) => note }]
          : []),
        {
          header: link.state,
          align: 'end',
          cell: ({ id, revokedAt }) =>
            revokedAt === null && can('write') ? (
              <ActionButton
                variant="quiet"
                size="small"
                isFlush
                call="revokeInvoiceLink"
                input={{ params: { invoiceId, linkId: id } }}
                label={invoiceTexts.revoke}
                done={invoiceTexts.revoked}
                onDone={onRevoked}
              />
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
