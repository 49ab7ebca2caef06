import Edge

/// The form that sends one notification to one device.
struct PushTestForm {
  let status: PushStatus
  let view: PageView

  var html: HTML {
    Panel(
      title: "Send a test",
      content: """
        <form class="fields" method="post" action="/console/push/actions/test">\(ActionForm.hidden(.push, view))\
        <label>Device token <input name="device" required pattern="[0-9a-fA-F]{2,512}" autocomplete="off" spellcheck="false" \
        maxlength="512"></label>\
        <label>Environment <select name="environment">\(environments)</select></label>\
        <label>Topic <input name="topic" value="\(status.topic)" autocomplete="off" spellcheck="false"></label>\
        <label>Title <input name="title" required value="Test" maxlength="200"></label>\
        <label>Text <input name="body" maxlength="1000"></label>\
        <button class="primary">Send</button></form>\
        <p>\(if: status.reachesPhones, "It arrives on the phone. ")The same by a command:</p>\
        \(Code("swiftlet push send --token <device token> --title Test").html)
        """
    ).html
  }

  private var environments: [HTML] {
    PushEnvironment.allCases.map { environment in
      """
      <option value="\(environment.rawValue)"\(if: environment == status.environment, " selected")>\(environment.rawValue)</option>
      """
    }
  }
}
