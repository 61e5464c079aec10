/**
 * The privacy policy: which data the portal stores, why, for how long, and who can see it. It describes what the
 * software does. It does not name a company, because each company that uses the portal is separate.
 */
import { type CookieTexts, cookieSentences } from '../../cookie-sentences.ts';
import type { LegalText } from '../../legal-text.ts';
import { prose } from '../../prose.ts';

const COOKIE_TEXTS: CookieTexts = {
  session: prose`
    mantiene su sesión abierta. Termina después de 30 minutos sin actividad, o después de 12 horas
    como máximo. Cerrar la sesión la termina de inmediato.
  `,
  nonce: prose`
    se crea cuando usted solicita un correo de inicio de sesión. Reconoce el navegador que solicitó el
    correo y vence después de diez minutos.
  `,
  keep: 'recuerda durante esos diez minutos que usted eligió mantener la sesión abierta en un dispositivo.',
  device: prose`
    vuelve a iniciar su sesión en un dispositivo en el que eligió mantenerla abierta. Termina 90 días
    después de su último uso, o después de un año como máximo. Cerrar la sesión la termina de
    inmediato.
  `,
  language: 'recuerda durante un año el idioma que usted elige.',
};

export const PRIVACY_POLICY = {
  title: 'Política de privacidad',
  updatedOn: '2026-11-19',
  sections: [
    {
      heading: 'Resumen',
      paragraphs: [
        prose`
          La información de su cuenta es privada y se guarda de forma segura. El portal conserva lo
          que necesita para mostrarle lo que debe, recibir sus pagos y demostrar lo que se acordó.
          Los números de tarjeta y de cuenta bancaria nunca llegan al portal. El portal nunca vende su
          información. Las páginas de sus facturas, sus pagos y su cuenta nunca se usan para publicidad.
          Las páginas públicas, como esta, pueden tener píxeles de marketing si el operador del portal
          los activa y usted lo acepta.
        `,
      ],
    },
    {
      heading: 'A quién se refiere esta política',
      paragraphs: [
        prose`
          Quittance es el software del portal. Lo usa la empresa que le envió la factura (“la
          empresa”). La empresa decide para qué se conserva su información, y con ella debe
          comunicarse si tiene preguntas al respecto. Puede encontrar su correo y su teléfono de
          atención al pie de las páginas de su portal y en sus recibos, si la empresa los ha
          indicado.
        `,
        prose`
          Esta política describe lo que el portal hace con su información. La empresa puede tener su
          propia política de privacidad para todo lo que ocurre fuera del portal.
        `,
      ],
    },
    {
      heading: 'Qué conserva el portal',
      paragraphs: [
        prose`
          De la empresa: su nombre, su referencia de cliente, sus datos de contacto, su fecha de
          nacimiento si la empresa la ha registrado, su idioma y sus facturas, pedidos, proyectos,
          presupuestos y contratos, con sus montos y fechas.
        `,
        prose`
          De usted: los cambios que hace en sus datos y contactos, el idioma y las opciones de pago
          que elige, las preguntas y disputas que envía a la empresa y las autorizaciones que da.
        `,
        prose`
          Del procesador de pagos: si un pago se realizó, su referencia, el tipo y la marca del
          método de pago, sus últimos cuatro dígitos y, si el método se guardó, un token que lo
          representa.
        `,
        prose`
          De su navegador, cuando paga o inicia sesión: su dirección IP, el tipo de navegador,
          el idioma, la zona horaria y el tamaño de la pantalla. Los procesadores de pagos y los
          bancos usan estos datos para detectar fraudes. También forman parte del registro de una
          autorización.
        `,
        prose`
          Si se produce un error en una página, el portal crea un breve informe técnico para poder
          corregirlo. El informe tiene una extensión limitada y no contiene datos de pago.
        `,
      ],
    },
    {
      heading: 'Qué nunca recibe el portal',
      paragraphs: [
        prose`
          El portal nunca recibe números completos de tarjeta, códigos de seguridad ni números de
          cuenta bancaria. Usted los escribe en campos que pertenecen al procesador de pagos y que
          funcionan en los propios marcos del procesador. Van directamente al procesador. Lo mismo
          ocurre con la licencia de conducir o el número de contribuyente, cuando un pago
          bancario los exige. Si una solicitud contiene por error un número de tarjeta o de cuenta,
          el portal la rechaza y no la registra.
        `,
      ],
    },
    {
      heading: 'Cómo se usa su información',
      paragraphs: [
        prose`
          Su información se usa para mostrarle lo que debe y lo que ha pagado, para realizar los
          pagos que usted solicita y para reconocer un pago que ya se hizo. Se usa para
          llevar a cabo los pagos programados, los planes de pagos y el pago automático que usted
          aceptó, y para enviarle enlaces, recibos y avisos. También se usa para conservar prueba de
          sus autorizaciones, para protegerlos a usted, a la empresa y al portal de usos indebidos y
          para cumplir obligaciones contables.
        `,
        prose`No se usa para evaluar a nadie, para crear un perfil suyo ni para publicidad.`,
      ],
    },
    {
      heading: 'Enlaces públicos',
      paragraphs: [
        prose`
          Un enlace público abre una factura sin iniciar sesión, para cualquiera que tenga el enlace.
          Muestra la empresa, la referencia de la factura, los montos y fechas, su nombre de pila y,
          si hay un método de pago asociado, sus últimos cuatro dígitos. Nunca muestra sus datos de
          contacto, su fecha de nacimiento ni otras facturas.
        `,
        prose`
          Los enlaces son valores largos y aleatorios. El portal guarda solo una huella de cada
          enlace, a partir de la cual no se puede deducir el enlace. De manera predeterminada, un
          enlace vence 90 días después de la fecha de vencimiento, o 30 días después de que se pagó
          la factura. La empresa puede desactivarlo antes.
        `,
      ],
    },
    {
      heading: 'Quién más ve su información',
      paragraphs: [
        prose`
          La empresa ve su información porque es a ella a quien usted le debe el dinero. El procesador de
          pagos que la empresa eligió la ve porque realiza el pago, y se rige por su propia política
          de privacidad. Quienes alojan el portal y envían sus correos para la empresa la ven en la
          medida en que su trabajo lo requiere. Las autoridades la ven cuando la ley lo exige.
        `,
        prose`
          Si el operador del portal ha activado un servicio de mapas para sugerir direcciones, lo que
          usted escribe en el campo de dirección se envía a ese servicio. Nada de lo que escribe en
          otros campos se le envía.
        `,
      ],
    },
    {
      heading: 'Cookies y almacenamiento del navegador',
      paragraphs: [
        prose`
          El portal usa solo las cookies que se describen aquí, cada una cuando se necesita. Los
          scripts no pueden leerlas, excepto Language.
        `,
        ...cookieSentences(COOKIE_TEXTS),
        prose`
          Mientras paga, su navegador guarda el identificador del pago en su almacenamiento de
          sesión, para que recargar la página no inicie un segundo pago. El identificador desaparece
          cuando cierra la pestaña.
        `,
        prose`
          Si elige una apariencia clara u oscura al pie de una página, o responde la pregunta sobre
          la analítica, su navegador recuerda su elección en su almacenamiento local. Si una parte de
          una página no se carga, recuerda en su almacenamiento de sesión cuándo volvió a cargar la
          página por última vez. Esta información no sale de su navegador.
        `,
        prose`
          La analítica, la grabación de sesiones y los píxeles de marketing están desactivados a
          menos que el operador del portal los active. Aun así, funcionan solo en páginas públicas
          como esta, solo después de que usted lo acepte, y nunca donde se muestran facturas o
          campos de pago. Nunca reciben montos ni referencias.
        `,
      ],
    },
    {
      heading: 'Cómo se protege su información',
      paragraphs: [
        prose`
          Dos controles independientes mantienen separada la información de cada empresa de la de
          otras empresas, y la de cada cliente de la de otros clientes. Los tokens de los métodos de
          pago guardados están cifrados, y la clave se guarda fuera de la base de datos. Los enlaces,
          los tokens de inicio de sesión y las sesiones se guardan solo como huellas. Los registros
          técnicos no incluyen tokens ni datos de pago.
        `,
        prose`
          Ningún sistema es perfecto. Si cree que otra persona ha usado su enlace o su cuenta, avise
          a la empresa de inmediato para que se pueda revocar el acceso.
        `,
      ],
    },
    {
      heading: 'Cuánto tiempo se conserva la información',
      paragraphs: [
        prose`
          Las facturas y los pagos se conservan mientras la empresa los necesite para su
          contabilidad y la ley lo exija. Mientras se conservan, los asientos del libro de pagos
          nunca se cambian ni se borran. Una corrección se agrega como un asiento nuevo.
        `,
        prose`
          Los registros de pagos, autorizaciones y cambios en su cuenta se conservan al menos siete
          años. Un método de pago permanece guardado hasta que usted o la empresa lo quiten. Los
          registros técnicos se conservan solo el tiempo necesario para operar el portal y mantenerlo
          seguro.
        `,
      ],
    },
    {
      heading: 'Sus opciones',
      paragraphs: [
        prose`
          Cuando ha iniciado sesión, puede ver sus datos y pagos, corregir sus contactos, elegir su
          idioma, quitar métodos de pago, cancelar pagos programados y planes de pagos y desactivar
          el pago automático. El texto de cada autorización dice cómo revocarla.
        `,
        prose`
          Para obtener una copia de su información, una corrección que no puede hacer por su cuenta o
          la eliminación de su información, comuníquese con la empresa. La ley del lugar donde vive puede
          darle derechos adicionales, y la empresa debe respetarlos. Algunos registros, como los de
          pagos, deben conservarse aunque usted pida su eliminación.
        `,
      ],
    },
    {
      heading: 'Menores',
      paragraphs: [
        prose`
          El portal está destinado a personas que deben o pagan facturas. No está dirigido a menores
          y no solicita su información.
        `,
      ],
    },
    {
      heading: 'Cambios en esta política',
      paragraphs: [
        prose`
          Cuando cambia lo que el portal hace con su información, esta página también cambia. La
          fecha al principio muestra cuándo se actualizó por última vez.
        `,
      ],
    },
  ],
} as const satisfies LegalText;
