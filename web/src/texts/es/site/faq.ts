/**
 * Questions that payers ask, with answers, as text only. Available features depend on the company, so answers state
 * the condition instead of making a promise.
 */
import type { FaqText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

export const FAQ = {
  title: 'Preguntas frecuentes',
  updatedOn: '2026-11-19',
  entries: [
    {
      question: '¿Qué es este portal?',
      answer: prose`
        Quittance es un portal en línea donde puede ver lo que le debe a una empresa y pagarlo. La
        empresa que le envió la factura usa el portal para sus clientes. Su dinero llega a esa
        empresa por medio del procesador de pagos que ella eligió.
      `,
    },
    {
      question: '¿Cómo sé que una factura es auténtica?',
      answer: prose`
        Compare el nombre de la empresa, la referencia de la factura y el monto con la carta o el
        correo que recibió. Asegúrese de que la barra de direcciones de su navegador muestre la
        dirección del portal que le indicaron. Si algo no coincide, no pague. Comuníquese con la
        empresa por un teléfono o una dirección que ya conozca, no por los del mensaje.
      `,
    },
    {
      question: '¿Necesito una cuenta para pagar?',
      answer: prose`
        No. Un enlace público abre una factura y le permite pagarla sin iniciar sesión. Solo tiene
        que iniciar sesión para lo que es únicamente suyo, como los métodos de pago guardados y los
        recibos.
      `,
    },
    {
      question: 'Tengo una factura en papel, pero no un enlace. ¿Qué puedo hacer?',
      answer: prose`
        Vaya a la página “Encuentre su factura” y escriba la empresa, la referencia de su factura
        o de cliente y su dirección de correo electrónico. Si los datos coinciden, le enviaremos un
        enlace por correo. Para su protección, la página responde lo mismo tanto si coinciden como si
        no.
      `,
    },
    {
      question: '¿Por qué mi enlace ya no funciona?',
      answer: prose`
        Los enlaces vencen algún tiempo después del vencimiento o del pago de la factura, y la
        empresa puede desactivarlos. Verá la misma página si un enlace venció, se desactivó o no se
        copió completo, para que nadie pueda averiguar nada probando enlaces. Pídale a la empresa un
        enlace nuevo o solicítelo en la página “Encuentre su factura”.
      `,
    },
    {
      question: '¿Quién puede ver mi factura?',
      answer: prose`
        Usted puede verla cuando inicia sesión. También pueden verla la empresa que la envió y
        cualquier persona que tenga el enlace público. El enlace muestra la factura, sus montos y
        fechas, su nombre de pila y, si hay un método de pago asociado, sus últimos cuatro dígitos.
        No muestra sus datos de contacto ni otras facturas. Trate el enlace como una llave y no lo
        comparta, a menos que quiera que otra persona pague.
      `,
    },
    {
      question: '¿Qué métodos de pago puedo usar?',
      answer: prose`
        Puede pagar con tarjeta de crédito o débito, o con débito bancario (ACH), según lo que
        acepte la empresa. Siempre verá los métodos de pago disponibles antes de confirmar.
      `,
    },
    {
      question: '¿Qué opciones de pago tengo?',
      answer: prose`
        Puede pagar el monto completo ahora. Si la empresa lo ofrece, también puede elegir una fecha
        posterior o dividirlo en pagos mensuales. Al presionar el botón de pago, verá las opciones que
        la empresa ofrece para su factura.
      `,
    },
    {
      question: '¿Hay una comisión por procesamiento?',
      answer: prose`
        Algunas empresas agregan una comisión por procesamiento cuando usted paga con tarjeta o desde una
        cuenta bancaria; otras no. Si la hay, la verá en una línea aparte antes de confirmar, con su
        porcentaje y su monto fijo. El botón muestra el total que se le cobrará. La comisión es para la
        empresa. Otro método de pago puede costar menos.
      `,
    },
    {
      question: '¿Es seguro escribir aquí el número de mi tarjeta?',
      answer: prose`
        Sí. Los campos para los números de tarjeta y de cuenta bancaria pertenecen al procesador de
        pagos, no al portal. Sus números van directamente al
        procesador. Nunca llegan al portal. Solo recibimos un token, que representa el número, y los
        últimos cuatro dígitos.
      `,
    },
    {
      question: 'Presioné el botón dos veces o recargué la página. ¿Se me cobrará dos veces?',
      answer: prose`
        Antes de que presione el botón, su navegador asigna al pago un identificador propio. Si el
        mismo pago llega otra vez, el portal lo reconoce y muestra su resultado en lugar de hacer otro
        cobro. Mientras un pago de una factura se está
        procesando, no puede comenzar otro. En su lugar verá “El pago se está procesando” o “La
        factura ya está pagada”.
      `,
    },
    {
      question: '¿Qué significa que mi pago esté en proceso?',
      answer: prose`
        Le pedimos al procesador que realizara el pago y todavía no tenemos una respuesta definitiva. No
        pague de nuevo. La factura queda en espera hasta que sepamos la respuesta. La página se
        actualiza sola. También puede cerrarla y volver más tarde; el resultado estará ahí.
      `,
    },
    {
      question: '¿Qué pasa si pierdo la conexión mientras pago?',
      answer: prose`
        Abra la factura de nuevo. Si el pago se realizó, la factura aparece como pagada, o en
        proceso hasta que el procesador de pagos lo confirme. Si no se realizó, puede intentarlo de
        nuevo. El portal no inicia otro pago de la misma factura mientras haya uno en proceso.
      `,
    },
    {
      question: '¿Por qué se rechazó mi pago?',
      answer: prose`
        La decisión fue del banco que emitió su tarjeta o que tiene su cuenta. Si da un motivo, usted
        lo verá. Revise el número, la fecha de vencimiento y el código de seguridad, pruebe con otro
        método de pago o pregúntele a su banco. Por un pago rechazado no se le cobra nada, pero algunos bancos
        muestran una retención durante unos días.
      `,
    },
    {
      question: '¿Por qué un débito bancario (ACH) tarda días?',
      answer: prose`
        Los bancos liquidan estos débitos por lotes. Hasta que se liquide el suyo, aparece
        en proceso y la factura todavía no está pagada. Un banco puede devolver un débito aun después
        de eso, por ejemplo si no hay suficiente dinero en la cuenta. En ese caso, la factura vuelve
        a quedar sin pagar y le diremos el motivo si el banco lo indica.
      `,
    },
    {
      question:
        '¿Qué pasa con la comisión por procesamiento si se devuelve un débito bancario (ACH)?',
      answer: prose`
        No se recibió dinero, así que no se retiene nada. El pago se revierte junto con su comisión por
        procesamiento. Cuando pague de nuevo, calcularemos una comisión nueva para el método de pago que
        elija entonces. El portal no agrega una comisión por la devolución. Su banco puede cobrar sus
        propias comisiones.
      `,
    },
    {
      question: '¿Cómo funcionan los planes de pagos?',
      answer: prose`
        Si la empresa ofrece un plan de pagos, usted elige el número de pagos mensuales y ve todas
        las fechas y los montos antes de aceptar. El primer pago se cobra de inmediato. Los demás se
        cobran el mismo día de cada mes, o el último día si el mes es más corto. La suma de sus
        pagos siempre es igual al total exacto.
      `,
    },
    {
      question: '¿Cómo cancelo un pago programado o un plan de pagos?',
      answer: prose`
        Inicie sesión, abra la factura y elija cancelar. Un pago programado puede volver a
        programarse más adelante. Después de que un plan de pagos se cancela o termina, el saldo
        restante se puede pagar de inmediato y se debe pagar a más tardar en la fecha de vencimiento de
        la factura. La factura queda excluida del pago automático hasta que usted la incluya de nuevo en
        Próximos pagos. Una vez que un pago se está procesando, no puede detenerlo aquí.
      `,
    },
    {
      question: '¿Puedo guardar mi tarjeta o cuenta bancaria?',
      answer: prose`
        Sí, si inició sesión y está de acuerdo. Puede quitar un método de pago guardado en cualquier
        momento. Si lo quita, los pagos programados que lo usan no se procesarán. Le avisaremos y
        podrá elegir otro método de pago.
      `,
    },
    {
      question: '¿Dónde encuentro mis recibos?',
      answer: prose`
        Inicie sesión en el portal y los encontrará junto a cada pago. Los recibos contienen datos
        personales, por lo que no se muestran a quienes usan un enlace público.
      `,
    },
    {
      question: '¿Cómo inicio sesión?',
      answer: prose`
        Vaya a la página de inicio de sesión de la empresa. No necesita contraseña. Escriba su
        dirección de correo electrónico, su teléfono o su referencia de cliente. Si lo reconocemos,
        le enviaremos un enlace y un código por correo. Ambos sirven una sola vez y solo durante
        diez minutos.
      `,
    },
    {
      question: '¿Puedo disputar una factura aquí?',
      answer: prose`
        Sí. Abra la factura y elija “Hacer una pregunta” o “Disputar esta factura”. Hasta que la empresa
        responda a una disputa, la factura no se puede pagar y no se le cobrará nada por ella. Decide la
        empresa, no el portal. También encontrará su correo y su teléfono de atención al pie de las
        páginas de su portal y en sus recibos, si los ha indicado.
      `,
    },
    {
      question: '¿Qué hago si veo un débito o un cobro que no autoricé?',
      answer: prose`
        Comuníquese de inmediato con la empresa y con su banco o el emisor de su tarjeta. Por lo
        general, su banco puede ayudarle si le avisa de un débito electrónico dentro de los 60 días
        posteriores al envío del estado de cuenta en el que aparece. También puede usar “Disputar esta
        factura”, pero eso no reemplaza el aviso a su banco.
      `,
    },
    {
      question: '¿En qué zona horaria están las fechas?',
      answer: prose`
        Las fechas están en la zona horaria de la empresa. Una fecha de vencimiento es un día del
        calendario, no una hora concreta, así que es la misma dondequiera que usted esté.
      `,
    },
    {
      question: '¿Puedo usar el portal con un teclado o un lector de pantalla?',
      answer: prose`
        Sí. Puede completar todos los pasos de un pago con el teclado, los cambios de estado se
        anuncian y puede ampliar el texto. Si algo se lo impide, avise a la empresa para que se
        pueda corregir.
      `,
    },
  ],
} as const satisfies FaqText;
