/**
 * The terms of service: what using the portal means for a payer. They describe the software. The
 * debt itself, refunds, and disputes are between the payer and the company, and the text says so.
 */
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const TERMS_OF_SERVICE = {
  title: 'Términos del servicio',
  updatedOn: '2026-11-19',
  sections: [
    {
      heading: 'Qué abarcan estos términos',
      paragraphs: [
        prose`
          Quittance es un portal donde puede ver y pagar lo que le debe a una empresa. Estos términos
          se refieren a su uso del portal. Lo que usted debe, y por qué, es un asunto entre usted y
          la empresa que le envió la factura (“la empresa”), y depende de su acuerdo con ella.
        `,
        prose`
          Quittance es un software. No es un banco, un prestamista ni una agencia de cobranza, y
          no custodia su dinero. Los pagos los realiza el procesador de pagos que la empresa eligió.
        `,
      ],
    },
    {
      heading: 'Acceso',
      paragraphs: [
        prose`
          Puede abrir una factura con un enlace público, o iniciar sesión para ver todo lo que la
          empresa tiene registrado sobre usted. Cualquiera que tenga un enlace puede ver y pagar su
          factura, así que trátelo como una llave. Los enlaces y códigos de inicio de sesión son solo
          para usted. No los comparta.
        `,
        prose`
          Puede pagar la factura de otra persona con un enlace que esa persona le dio. No debe
          intentar abrir enlaces o cuentas que no están destinados a usted.
        `,
      ],
    },
    {
      heading: 'Lo que usted ve',
      paragraphs: [
        prose`
          El portal muestra lo que la empresa tiene registrado. Si un monto, una fecha o un nombre es
          incorrecto, avise a la empresa antes de pagar. El portal no puede mostrar otra cosa hasta
          que la empresa corrija sus registros.
        `,
        prose`Las fechas son días del calendario en la zona horaria de la empresa.`,
      ],
    },
    {
      heading: 'Cómo se realiza un pago',
      paragraphs: [
        prose`
          Antes de confirmar, usted ve el monto, la comisión por procesamiento si la hay y el total. El
          botón muestra lo que se le cobrará. Al presionarlo, usted le pide al procesador de pagos que
          cobre ese total al método de pago que escribió o eligió, y confirma que tiene derecho a
          usar ese método de pago.
        `,
        prose`
          Si el monto o la comisión por procesamiento ha cambiado desde que abrió la página, no se cobra
          nada y primero se le muestran las cifras nuevas.
        `,
        prose`
          Una factura se considera pagada cuando el procesador de pagos confirma el pago. Hasta
          entonces, está en proceso. Mientras un pago está en proceso, no puede comenzar otro pago de
          la misma factura, y usted no debe pagar de otra manera.
        `,
      ],
    },
    {
      heading: 'Comisiones',
      paragraphs: [
        prose`
          La empresa decide si agrega una comisión por procesamiento cuando usted paga con tarjeta o
          desde una cuenta bancaria. La comisión se muestra en una línea propia, con su porcentaje y su
          monto fijo, y es para la empresa. Se calcula sobre el monto que usted paga y se suma a ese monto. Su banco puede cobrar
          sus propias comisiones, que el portal no conoce.
        `,
      ],
    },
    {
      heading: 'Tarjetas',
      paragraphs: [
        prose`
          Su banco puede pedirle que confirme un pago con tarjeta. Si no lo confirma a tiempo, el pago
          no se realiza. Un pago que su banco rechaza tampoco se realiza, y la factura sigue sin pagar.
        `,
      ],
    },
    {
      heading: 'Débitos bancarios (ACH)',
      paragraphs: [
        prose`
          Cuando paga con débito bancario (ACH), usted autoriza a la empresa a debitar la cuenta que
          escribió, por el monto y en la fecha que se le mostraron. Un débito tarda unos días
          bancarios en liquidarse y hasta entonces está en proceso.
        `,
        prose`
          Su banco puede devolver un débito, aun después de liquidado. En ese caso, el pago se
          revierte junto con su comisión por procesamiento, la factura vuelve a estar abierta y se le
          informa el motivo si el banco lo indica. Según el motivo, el débito puede presentarse de
          nuevo, como máximo dos veces y por el mismo monto, o el método de pago puede desactivarse.
        `,
      ],
    },
    {
      heading: 'Pagos programados, planes de pagos y pago automático',
      paragraphs: [
        prose`
          Cuando la empresa lo ofrece, puede programar un pago para una fecha posterior, dividirlo en
          pagos mensuales o hacer que las facturas se cobren automáticamente a su vencimiento. Para ello,
          usted autoriza cobros posteriores. Ve el texto de la autorización antes de aceptarla. Se
          guarda exactamente como se mostró, con la fecha, los montos y el método de pago.
        `,
        prose`
          Se le avisa antes de hacer un cobro automático. Si un cobro falla, puede intentarse de nuevo
          un número limitado de veces, y se le avisa cada vez. Un plan de pagos termina cuando no se pagan dos
          de sus pagos.
        `,
      ],
    },
    {
      heading: 'Cómo cancelar y revocar una autorización',
      paragraphs: [
        prose`
          Puede cancelar un pago programado o un plan de pagos, desactivar el pago automático y quitar
          un método de pago guardado en el portal en cualquier momento. Después de que un plan de
          pagos se cancela o termina, el saldo restante se puede pagar de inmediato y se debe pagar a
          más tardar en la fecha de vencimiento de la factura. Un cobro que ya se envió al procesador
          de pagos no se puede detener.
        `,
        prose`Revocar una autorización pone fin a los cobros posteriores, pero no a lo que usted debe.`,
      ],
    },
    {
      heading: 'Registros electrónicos',
      paragraphs: [
        prose`
          Puede revisar y firmar autorizaciones en el portal, y la empresa le envía por correo
          electrónico la autorización, los avisos y los recibos. El texto exacto de cada autorización
          se guarda y, al iniciar sesión, puede encontrarlo e imprimirlo en “Acuerdos e historial”. Si
          prefiere papel o quiere retirar este consentimiento, comuníquese con la empresa. Necesita un
          navegador actual y una dirección de correo electrónico.
        `,
      ],
    },
    {
      heading: 'Recibos',
      paragraphs: [
        prose`
          Después de iniciar sesión, puede descargar un recibo de cada pago realizado. Si un pago fue
          devuelto, su recibo lo indica.
        `,
      ],
    },
    {
      heading: 'Reembolsos y disputas',
      paragraphs: [
        prose`
          En el portal puede hacer preguntas a la empresa sobre una factura o, mientras no esté
          pagada, disputarla. Hasta que la empresa responda a una disputa, la factura no se puede
          pagar y no se le cobra nada por ella. La empresa decide si modifica la factura.
        `,
        prose`
          No puede solicitar un reembolso en el portal. Si cree que pagó de más o que no debía pagar,
          pregunte a la empresa. Si por el portal llega un pago de una factura que ya está pagada, el
          monto adicional se reembolsa al método del que provino o se registra como un crédito a su
          favor, y se avisa a la empresa. Sus derechos ante su banco o el emisor de su tarjeta no se
          ven afectados.
        `,
        prose`
          Si ve un débito o un cobro que no autorizó, o cuyo monto o fecha no son correctos, avise de
          inmediato a la empresa y comuníquese con su banco o con el emisor de su tarjeta. Por lo
          general, su banco puede anular un débito electrónico si le avisa dentro de los 60 días
          posteriores al envío del estado de cuenta en el que aparece.
        `,
      ],
    },
    {
      heading: 'Uso correcto',
      paragraphs: [
        prose`
          No pruebe tarjetas ni enlaces, no sature el portal con solicitudes, no interrumpa su
          funcionamiento ni intente eludir sus límites. El portal limita el número de intentos y puede
          bloquear un enlace durante un tiempo. Estos límites protegen a quienes pagan. Si le impiden pagar
          por error, espere, inicie sesión o pregunte a la empresa.
        `,
      ],
    },
    {
      heading: 'Demostraciones',
      paragraphs: [
        prose`
          Una empresa puede estar configurada como demostración. Allí no se puede cambiar nada, y cada
          acción lo indica. Un portal que funciona con el entorno de pruebas no mueve dinero en
          absoluto. Allí solo funcionan tarjetas inventadas.
        `,
      ],
    },
    {
      heading: 'Disponibilidad',
      paragraphs: [
        prose`
          El portal puede no estar disponible en algún momento, por mantenimiento o porque falla un
          procesador de pagos o una red. Esto no cambia una fecha de vencimiento. Si no puede pagar a
          tiempo, avise a la empresa. Un pago que ha comenzado no se pierde. Se completa o se cierra en
          cuanto se conocen los registros del procesador de pagos.
        `,
      ],
    },
    {
      heading: 'Responsabilidad',
      paragraphs: [
        prose`
          El software del portal se ofrece tal cual. Quienes lo ofrecen responden ante usted en la
          medida en que la ley lo exige, y nada en estos términos limita los derechos que la ley le da
          como consumidor. La empresa responde por la factura, por los bienes o servicios
          correspondientes y por el uso de su pago. Su procesador de pagos responde por la realización
          del pago.
        `,
      ],
    },
    {
      heading: 'Privacidad',
      paragraphs: [
        prose`
          La política de privacidad describe lo que el portal conserva sobre usted y quién lo ve.
        `,
      ],
    },
    {
      heading: 'Cambios en estos términos',
      paragraphs: [
        prose`
          Estos términos pueden cambiar. La fecha al principio muestra cuándo se
          actualizaron por última vez. Lo que usted aceptó para un pago, un plan de pagos o una
          autorización queda como se le mostró en ese momento.
        `,
      ],
    },
    {
      heading: 'Contacto',
      paragraphs: [
        prose`
          Para cualquier asunto sobre su factura, su pago o su información, comuníquese con la empresa
          que le envió la factura. Su correo y su teléfono de atención aparecen al pie de las páginas
          de su portal y en sus recibos, si la empresa los ha indicado.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
